import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../access/sessions';
import type { Settings } from '../options';

export interface Explorer {
  path: string;
  /** Path of the GraphQL endpoint, below the base path. */
  endpoint: (request: { params: unknown }) => string;
  title: string;
  defaultQuery: string;
}

/** A GraphiQL explorer (section 4.4), for a browser that has logged in. Needs nothing from the internet. */
export function addExplorer(
  app: FastifyInstance,
  settings: Settings,
  sessions: Sessions,
  { path, endpoint, title, defaultQuery }: Explorer,
): void {
  app.get(path, async (request, reply) => {
    if (!sessions.has(request)) {
      return reply.redirect(
        `${settings.basePath}/login?next=${encodeURIComponent(request.url)}`,
        302,
      );
    }
    // Nine megabytes of script: loaded when somebody looks.
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    const page = renderGraphiQL({
      endpoint: `${settings.basePath}${endpoint(request)}`,
      title,
      defaultQuery,
      credentials: 'same-origin',
    });
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
