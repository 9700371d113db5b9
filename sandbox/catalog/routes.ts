import { join } from 'node:path';
import { GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { definitionsIn } from '../definitions/definitions';
import { executableSchema } from '../graphql/resolvers';
import { Cron, DataSize, DateTime, Upload, UUID } from '../graphql/scalars';
import { repository } from './repositoryFields';
import { technology } from './technologyFields';
import type { FastifyInstance } from 'fastify';
import { type Sessions, tokenOrSessionGuard } from '../access/guard';
import type { Tokens } from '../access/tokens';
import { addExplorer, addGraphqlEndpoint } from '../graphql/endpoint';
import type { Settings } from '../options';
import type { SandboxStore } from '../store/store';

const Instant = new GraphQLScalarType({ ...DateTime.toConfig(), name: 'Instant' });

const SCALARS = { UUID, Instant, Cron, DataSize, Upload };

let schema: GraphQLSchema | undefined;

/** The schema of the Catalog module. It holds no data: every sandbox of the process shares it. */
function catalogSchema(): GraphQLSchema {
  schema ??= executableSchema({
    definitions: definitionsIn(join(__dirname, 'schema')),
    scalars: SCALARS,
    subjects: [repository, technology],
    unknownId: 'error',
  });
  return schema;
}

const ADDRESSES = ['technology', 'gateway'] as const;

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

const NOTHING_HERE =
  '<html>\n<head><title>404 Not Found</title></head>\n<body><center><h1>404 Not Found</h1></center><hr></body>\n</html>\n';

/** The Catalog module and its explorer (sections 4.3 and 4.4), at one of two addresses or at both. */
export function addCatalogModule(
  app: FastifyInstance,
  settings: Settings,
  store: SandboxStore,
  tokens: Tokens,
  sessions: Sessions,
): void {
  const schema = catalogSchema();
  for (const address of ADDRESSES) {
    const graphql = `/${address}/api/graphql`;
    const graphiql = `/${address}/api/graphiql`;
    if (settings.catalogAddress !== address && settings.catalogAddress !== 'both') {
      // The gateway answers by itself where it knows no module.
      for (const path of [graphql, graphiql]) {
        app.all(path, async (_request, reply) =>
          reply.code(404).type('text/html').send(NOTHING_HERE),
        );
      }
      continue;
    }
    addGraphqlEndpoint(app, settings, {
      path: graphql,
      schema,
      context: { store, user: settings.login, platformId: settings.platformId },
      guard: tokenOrSessionGuard(tokens, sessions),
    });
    addExplorer(app, settings, sessions, {
      path: graphiql,
      endpoint: () => graphql,
      title: 'Catalog explorer',
      defaultQuery: DEFAULT_QUERY,
    });
  }
}
