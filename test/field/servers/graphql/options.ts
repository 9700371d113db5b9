import type { SandboxOptions } from '../../../../sandbox';

/** A server program that people run GraphQL with. */
export type GraphqlServerName = 'apollo' | 'yoga' | 'mercurius';

/** What the server refuses; nothing where left out. */
export interface Protections {
  /** Everything that graphql-armor protects by default: 15 aliases, 6 levels, a cost of 5,000; where it can, 1,000 tokens. */
  armor?: boolean;
  /** With graphql-armor. */
  maxAliases?: number;
  maxDepth?: number;
  maxCost?: number;
  /** Levels below the root fields, as graphql-depth-limit counts them. */
  depthLimit?: number;
  /** Whether a refusal by graphql-armor names no limit. */
  hidesLimits?: boolean;
  /** Whether the schema is told. Default true. */
  introspection?: boolean;
  /** Whether only documents are taken that were stored before; none is. */
  persistedOnly?: boolean;
}

export interface GraphqlServerOptions {
  server: GraphqlServerName;
  protections?: Protections;
  /** Of the platform behind it. */
  sandbox?: SandboxOptions;
}

/** What a server has counted since it began, or was asked to begin anew. */
export interface Counts {
  /** Requests to the Projects module. */
  requests: number;
  /** Those that it refused as documents. */
  refused: number;
  /** The largest body that it took, in bytes. */
  largestTaken: number;
}
