import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Sandbox } from '../../../../sandbox';
import { installServers } from './installed';

/** Requests that the server refuses; none if left out. */
export interface Protections {
  /** With graphql-armor. */
  maxAliases?: number;
  maxCost?: number;
  /** Whether a refusal by graphql-armor names no limit. */
  hidesLimits?: boolean;
  /** Levels below the root fields, as graphql-depth-limit counts them. */
  depthLimit?: number;
  /** Whether the schema is told. Default true. */
  introspection?: boolean;
  /** Whether only documents are taken that were stored before; none is. Of Apollo alone. */
  persistedOnly?: boolean;
}

/** A server program that people run GraphQL with; a third one, Yoga, is the sandbox's own. */
export type GraphqlServerName = 'apollo' | 'mercurius';

export interface GraphqlServerOptions {
  server: GraphqlServerName;
  protections: Protections;
}

/** A real GraphQL server in front of a sandbox. */
export interface GraphqlServer {
  /** For the nodes. Everything but the Projects module is answered by the sandbox itself. */
  credentials: Sandbox['credentials'];
  close(): void;
}

/**
 * Starts Apollo Server or Mercurius with the sandbox's Projects module, behind the protections that are wanted. The first
 * call installs the servers (test/field/package.json). To be closed by who started it.
 */
export async function startGraphqlServer(options: GraphqlServerOptions): Promise<GraphqlServer> {
  installServers();
  const file = path.join(__dirname, 'serverProcess.ts');
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  const [credentials] = (await once(child, 'message')) as [Sandbox['credentials']];
  return {
    credentials,
    close: () => child.disconnect(),
  };
}
