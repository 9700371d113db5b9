import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changeDefinitions,
  type Definitions,
  readDefinitions,
  parseDefinitions,
  withoutDeprecation,
} from '../graphql/definitions';
import { MIDDLE } from './middle';

/** The documented calls alone, a platform of mid-2022 and one of today; oldest first. */
export const GENERATIONS = ['documented', 'middle', 'recent'] as const;

export type Generation = (typeof GENERATIONS)[number];

/** The types that the Projects module of a generation has. */
export function definitionsOfGeneration(generation: Generation): Definitions {
  if (generation === 'documented') {
    return parseDefinitions(readFileSync(join(__dirname, 'documented.graphql'), 'utf8'));
  }
  const recent = readDefinitions(join(__dirname, '../projects/schema'));
  return generation === 'recent' ? recent : withoutDeprecation(changeDefinitions(recent, MIDDLE));
}
