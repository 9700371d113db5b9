import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changeDefinitions,
  type Definitions,
  readDefinitions,
  parseDefinitions,
  removeDeprecations,
} from '../graphql/definitions';
import { MIDDLE_CHANGES } from './middle';

/** `documented` has only the documented calls, `middle` is a platform of mid-2022 and `recent` is one of today. Oldest first. */
export const GENERATIONS = ['documented', 'middle', 'recent'] as const;

export type Generation = (typeof GENERATIONS)[number];

/** Returns the types in the Projects module of a generation. */
export function readGenerationDefinitions(generation: Generation): Definitions {
  if (generation === 'documented') {
    return parseDefinitions(readFileSync(join(__dirname, 'documented.graphql'), 'utf8'));
  }
  const recent = readDefinitions(join(__dirname, '../projects/schema'));
  return generation === 'recent'
    ? recent
    : removeDeprecations(changeDefinitions(recent, MIDDLE_CHANGES));
}
