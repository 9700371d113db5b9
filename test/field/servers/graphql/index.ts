import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Sandbox } from '../../../../sandbox';
import { installServers } from './installed';
import type { Counts, GraphqlServerOptions } from './options';

export type { GraphqlServerName, GraphqlServerOptions, Protections } from './options';

/** A real GraphQL server in front of a sandbox. */
export interface GraphqlServer {
  /** For the nodes. Everything but the Projects module is answered by the sandbox itself. */
  credentials: Sandbox['credentials'];
  /** What was counted since the last time that this was asked. */
  counts(): Promise<Counts>;
  close(): void;
}

/**
 * Starts Apollo Server, GraphQL Yoga or Mercurius with the sandbox's Projects module, behind the protections that are
 * wanted: `await startGraphqlServer({ server: 'apollo', protections: { introspection: false } })`. The first call installs
 * the servers (test/field/package.json). To be closed by who started it.
 */
export async function startGraphqlServer(options: GraphqlServerOptions): Promise<GraphqlServer> {
  installServers();
  const file = path.join(__dirname, 'serverProcess.ts');
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  const told = async () => (await once(child, 'message'))[0] as unknown;
  const { credentials } = (await told()) as { credentials: Sandbox['credentials'] };
  return {
    credentials,
    async counts() {
      const answer = told();
      child.send('counts');
      return ((await answer) as { counts: Counts }).counts;
    },
    close: () => child.disconnect(),
  };
}
