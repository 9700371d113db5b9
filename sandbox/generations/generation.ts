import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changed,
  type Definitions,
  definitionsIn,
  definitionsOf,
  withoutDeprecation,
} from '../graphql/definitions';
import { MIDDLE } from './middle';

/** The documented calls alone, a platform of mid-2022 and one of today; oldest first. */
export const GENERATIONS = ['documented', 'middle', 'recent'] as const;

export type Generation = (typeof GENERATIONS)[number];

/** The types that the Projects module of a generation has. */
export function definitionsOfGeneration(generation: Generation): Definitions {
  if (generation === 'documented') {
    return definitionsOf(readFileSync(join(__dirname, 'documented.graphql'), 'utf8'));
  }
  const recent = definitionsIn(join(__dirname, '../projects/schema'));
  return generation === 'recent' ? recent : withoutDeprecation(changed(recent, MIDDLE));
}
