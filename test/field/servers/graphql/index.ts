import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sandbox } from '../../../../sandbox';

/** Requests that the server refuses. */
export interface Protections {
  /** Limit of graphql-armor. */
  maxAliases?: number;
  /** Limit of graphql-armor. */
  maxCost?: number;
  /** Whether a refusal by graphql-armor names no limit. */
  hidesLimits?: boolean;
  /** Levels below the root fields, as graphql-depth-limit counts them. */
  depthLimit?: number;
  /** Default: true. */
  introspection?: boolean;
  /** Whether Apollo refuses all documents, since none is registered. */
  persistedOnly?: boolean;
}

/** A third server program, Yoga, is the sandbox's own. */
export type GraphqlServerName = 'apollo' | 'mercurius';

export interface GraphqlServerOptions {
  server: GraphqlServerName;
  protections: Protections;
}

export interface GraphqlServer {
  credentials: Sandbox['credentials'];
  close(): void;
}

/** Starts a GraphQL server program with the sandbox's Projects module. The sandbox itself answers everything else. */
export async function startGraphqlServer(options: GraphqlServerOptions): Promise<GraphqlServer> {
  installServers();
  const file = path.join(__dirname, 'serverProcess.ts');
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  const [credentials] = (await once(child, 'message')) as [Sandbox['credentials']];
  return { credentials, close: () => child.disconnect() };
}

/** Installs the servers of test/field/package.json, once for each lock file. */
function installServers(): void {
  const folder = path.resolve(__dirname, '..', '..');
  const installer = path.resolve(folder, '..', '..', 'start', 'npm.mjs');
  const script = `
    const { installLocked } = await import(${JSON.stringify(pathToFileURL(installer).href)});
    const { rmSync } = await import('node:fs');
    const directory = ${JSON.stringify(folder)};
    const isNew = await installLocked(directory, 'the GraphQL servers', ['graphql']);
    // All of them share the one that made the sandbox's schema: graphql takes no schema of another copy of itself.
    if (isNew) rmSync(directory + '/node_modules/graphql', { recursive: true, force: true });
  `;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
}
