import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { readDefinitions } from '../graphql/definitions';
import { buildExecutableSchema } from '../graphql/resolvers';
import { Cron, DataSize, Instant, Upload, UUID } from '../graphql/scalars';
import { repository } from './repositoryFields';
import { technology } from './technologyFields';
import type { FastifyInstance } from 'fastify';
import { createTokenOrSessionGuard } from '../access/guard';
import { addExplorer, addGraphqlEndpoint } from '../graphql/endpoint';
import { renderGatewayPage } from '../html/pages';
import type { SandboxParts } from '../parts';

const SCALARS = { UUID, Instant, Cron, DataSize, Upload };

let schema: GraphQLSchema | undefined;

/** Returns the schema of the Catalog module. It contains no data, so all sandboxes of the process share it. */
export function getCatalogSchema(): GraphQLSchema {
  schema ??= buildExecutableSchema({
    definitions: readDefinitions(join(__dirname, 'schema')),
    scalars: SCALARS,
    resolvers: [repository, technology],
    unknownId: 'error',
  });
  return schema;
}

const DEFAULT_QUERY = `# Every technology of the catalog.
{
  repositories {
    id
    name
    technologies {
      __typename
      id
      label
      available
      ... on JobTechnology {
        contexts {
          label
          trustLevel
        }
      }
    }
  }
}
`;

/** Adds the Catalog module and its explorer (interface, sections 4.3 and 4.4) at one of two addresses. */
export function addCatalogModule(app: FastifyInstance, parts: SandboxParts): void {
  const { catalogAddress } = parts.settings;
  const path = `/${catalogAddress}/api/graphql`;
  addGraphqlEndpoint(app, parts, {
    path,
    schema: getCatalogSchema(),
    guard: createTokenOrSessionGuard(parts),
  });
  addExplorer(app, parts, {
    path: `/${catalogAddress}/api/graphiql`,
    endpoint: () => path,
    title: 'Catalog explorer',
    defaultQuery: DEFAULT_QUERY,
  });
  // The gateway itself answers requests for the other address.
  const other = catalogAddress === 'gateway' ? 'technology' : 'gateway';
  for (const unknown of [`/${other}/api/graphql`, `/${other}/api/graphiql`]) {
    app.all(unknown, async (_request, reply) =>
      reply.code(404).type('text/html').send(renderGatewayPage('404 Not Found')),
    );
  }
}
