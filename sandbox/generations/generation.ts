import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Definitions, definitionsIn, definitionsOf } from '../definitions/definitions';

/** The documented calls alone, a platform of mid-2022 and one of today; oldest first. */
export const GENERATIONS = ['documented', 'middle', 'recent'] as const;

export type Generation = (typeof GENERATIONS)[number];

/** The types that the Projects module of a generation has, as they were saved at the time. */
export function definitionsOfGeneration(generation: Generation): Definitions {
  if (generation === 'recent') return definitionsIn(join(__dirname, '../projects/schema'));
  return definitionsOf(readFileSync(join(__dirname, `${generation}.graphql`), 'utf8'));
}
