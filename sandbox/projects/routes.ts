import type { FastifyInstance } from 'fastify';
import { type Guard, tokenOrSessionGuard } from '../access/guard';
import { addExplorer, addGraphqlEndpoint } from '../graphql/endpoint';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';
import { addArtifacts } from './job/artifact';
import { projectsSchema } from './schema';

const DEFAULT_QUERY = `# Every project of this platform and what its jobs did last.
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

const platformIdOf = ({ params }: { params: unknown }) =>
  (params as { platformId: string }).platformId;

/** The Projects module and its explorer (sections 4.2 and 4.4). */
export function addProjectsModule(app: FastifyInstance, parts: SandboxParts): void {
  const { settings, store } = parts;
  const knownUser = tokenOrSessionGuard(parts);
  const guard: Guard = async (request, reply) => {
    await knownUser(request, reply);
    const asked = platformIdOf(request);
    if (!reply.sent && asked !== settings.platformId) {
      await refuse(reply, 404, `There is no platform ${asked}`);
    }
  };

  addGraphqlEndpoint(app, parts, {
    path: '/projects/api/platform/:platformId/graphql',
    schema: projectsSchema(settings),
    guard,
  });
  addArtifacts(app, store, guard);
  addExplorer(app, parts, {
    path: '/projects/api/platform/:platformId/graphiql',
    endpoint: (request) =>
      `/projects/api/platform/${encodeURIComponent(platformIdOf(request))}/graphql`,
    title: 'Projects explorer',
    defaultQuery: DEFAULT_QUERY,
  });
}
