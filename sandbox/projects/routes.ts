import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Guard, type Sessions, tokenOrSessionGuard } from '../access/guard';
import type { Tokens } from '../access/tokens';
import { addExplorer, addGraphqlEndpoint } from '../graphql/endpoint';
import type { Settings } from '../options';
import { refuse } from '../http/body';
import type { SandboxStore } from '../store/store';
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

/** The Projects module and its explorer (sections 4.2 and 4.4). */
export function addProjectsModule(
  app: FastifyInstance,
  settings: Settings,
  store: SandboxStore,
  tokens: Tokens,
  sessions: Sessions,
): void {
  const knownUser = tokenOrSessionGuard(tokens, sessions);
  const guard: Guard = async (request, reply) => {
    await knownUser(request, reply);
    if (!reply.sent) await knownPlatform(settings.platformId, request, reply);
  };

  addGraphqlEndpoint(app, settings, {
    path: '/projects/api/platform/:platformId/graphql',
    schema: projectsSchema(settings),
    context: {
      store,
      user: settings.login,
      platformId: settings.platformId,
      rewritesTexts: settings.rewritesTexts,
      nullLeaves: settings.nullLeaves,
      uniqueNames: settings.uniqueNames,
    },
    guard,
  });

  addArtifacts(app, store, guard);

  addExplorer(app, settings, sessions, {
    path: '/projects/api/platform/:platformId/graphiql',
    endpoint: ({ params }) =>
      `/projects/api/platform/${encodeURIComponent(platformIdOf(params))}/graphql`,
    title: 'Projects explorer',
    defaultQuery: DEFAULT_QUERY,
  });
}

async function knownPlatform(
  platformId: string,
  { params }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const asked = platformIdOf(params);
  if (asked !== platformId) await refuse(reply, 404, `There is no platform ${asked}`);
}

function platformIdOf(params: unknown): string {
  return (params as { platformId: string }).platformId;
}
