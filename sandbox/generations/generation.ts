import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changed } from '../definitions/changes';
import { definitionsIn, definitionsOf, type Definitions } from '../definitions/definitions';
import { NOT_IN_EARLY } from './early';
import { NOT_IN_MIDDLE } from './middle';

/** From the interface alone to a platform of today; oldest first. */
export const GENERATIONS = ['documented', 'early', 'middle', 'recent'] as const;

export type Generation = (typeof GENERATIONS)[number];

/** The types that the Projects module of a generation has. */
export function definitionsOfGeneration(generation: Generation): Definitions {
  if (generation === 'documented') return definitionsOf(textOf('documented'));
  const recent = definitionsIn(join(__dirname, '../projects/schema'));
  if (generation === 'recent') return recent;
  const without = generation === 'early' ? NOT_IN_EARLY : NOT_IN_MIDDLE;
  return changed(recent, { without, instead: textOf(generation) });
}

function textOf(generation: Generation): string {
  return readFileSync(join(__dirname, `${generation}.graphql`), 'utf8');
}
