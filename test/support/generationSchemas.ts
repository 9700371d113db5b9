import { buildASTSchema, Kind, type GraphQLSchema } from 'graphql';
import { definitionsOfGeneration, type Generation } from '../../sandbox/generations/generation';

/** The types of a generation of platforms, without the sandbox behind them. */
export function schemaOf(generation: Generation): GraphQLSchema {
  const definitions = [...definitionsOfGeneration(generation).values()];
  return buildASTSchema({ kind: Kind.DOCUMENT, definitions });
}

export const RECENT = schemaOf('recent');
/** The oldest generation that is met: the status stands on the run, and logs come stream by stream. */
export const EARLY = schemaOf('early');

export const GENERATIONS = { RECENT, EARLY };
