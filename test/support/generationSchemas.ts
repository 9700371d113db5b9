import { buildASTSchema, Kind, type GraphQLSchema } from 'graphql';
import { definitionsOfGeneration, type Generation } from '../../sandbox/generations/generation';

/** The types of a generation of platforms, without the sandbox behind them. */
export function schemaOf(generation: Generation): GraphQLSchema {
  const definitions = [...definitionsOfGeneration(generation).values()];
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions });
}

export const RECENT = schemaOf('recent');

export const GENERATIONS = { RECENT, MIDDLE: schemaOf('middle') };
