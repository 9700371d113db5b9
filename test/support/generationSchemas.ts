import { buildASTSchema, Kind, type GraphQLSchema } from 'graphql';
import { definitionsOfGeneration, type Generation } from '../../sandbox/generations/generation';

export function schemaOf(generation: Generation): GraphQLSchema {
  const definitions = [...definitionsOfGeneration(generation).values()];
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions });
}

export const RECENT = schemaOf('recent');

export const GENERATIONS = { RECENT, MIDDLE: schemaOf('middle') };
