import { buildASTSchema, Kind, type GraphQLSchema } from 'graphql';
import { readGenerationDefinitions, type Generation } from '../../sandbox/generations/generation';

export function buildGenerationSchema(generation: Generation): GraphQLSchema {
  const definitions = [...readGenerationDefinitions(generation).values()];
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions });
}

export const RECENT = buildGenerationSchema('recent');

export const GENERATIONS = { RECENT, MIDDLE: buildGenerationSchema('middle') };
