import path from 'node:path';
import { buildASTSchema, Kind, type DefinitionNode, type GraphQLSchema } from 'graphql';
import { definitionsIn } from '../../../sandbox/definitions/definitions';
import { definitionsOfGeneration } from '../../../sandbox/generations/generation';

/** Which generation of deployed platforms is played. */
export type Generation = 'middle' | 'recent';

const CATALOG = path.join(__dirname, '../../../sandbox/catalog/schema');

const schemaOf = (definitions: Iterable<DefinitionNode>) =>
  buildASTSchema({ kind: Kind.DOCUMENT, definitions: [...definitions] });

/** The schemas of the modules, as the sandbox has them. */
export const SCHEMAS: Record<Generation | 'catalog', GraphQLSchema> = {
  middle: schemaOf(definitionsOfGeneration('middle').values()),
  recent: schemaOf(definitionsOfGeneration('recent').values()),
  catalog: schemaOf(definitionsIn(CATALOG).values()),
};
