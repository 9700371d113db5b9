import type { FastifyInstance } from 'fastify';
import { type Guard, createTokenOrSessionGuard } from '../access/guard';
import { addExplorer, addGraphqlEndpoint } from '../graphql/endpoint';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';
import { addArtifacts } from './job/artifact';
import { getProjectsSchema } from './schema';

const DEFAULT_QUERY = `# Every project of this platform with the last run of each job.
{
  projects {
    id
    name
    jobs {
      id
      name
      instances(limit: 1) {
        number
        history {
          currentStatus {
            status
            details
          }
        }
        startTime
        endTime
      }
    }
  }
}
`;

const readPlatformId = ({ params }: { params: unknown }) =>
  (params as { platformId: string }).platformId;

/** Adds the Projects module and its explorer (interface, sections 4.2 and 4.4). */
export function addProjectsModule(app: FastifyInstance, parts: SandboxParts): void {
  const { settings, store } = parts;
  const checkToken = createTokenOrSessionGuard(parts);
  const guard: Guard = async (request, reply) => {
    await checkToken(request, reply);
    const platformId = readPlatformId(request);
    if (!reply.sent && platformId !== settings.platformId) {
      await refuse(reply, 404, `There is no platform ${platformId}`);
    }
  };

  addGraphqlEndpoint(app, parts, {
    path: '/projects/api/platform/:platformId/graphql',
    schema: getProjectsSchema(settings),
    guard,
  });
  addArtifacts(app, store, guard);
  addExplorer(app, parts, {
    path: '/projects/api/platform/:platformId/graphiql',
    endpoint: (request) =>
      `/projects/api/platform/${encodeURIComponent(readPlatformId(request))}/graphql`,
    title: 'Projects explorer',
    defaultQuery: DEFAULT_QUERY,
  });
}
