import { buildASTSchema, Kind, type GraphQLSchema } from 'graphql';
import { readGenerationDefinitions, type Generation } from '../../sandbox/generations/generation';

export function schemaOf(generation: Generation): GraphQLSchema {
  const definitions = [...readGenerationDefinitions(generation).values()];
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions });
}

export const RECENT = schemaOf('recent');

export const GENERATIONS = { RECENT, MIDDLE: schemaOf('middle') };
