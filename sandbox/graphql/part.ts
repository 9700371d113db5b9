import type { createSchema } from 'graphql-yoga';
import type { SandboxStore } from '../store/store';

/** What every resolver gets. */
export interface ResolverContext {
  store: SandboxStore;
  /** Login of the one account: the creator of what is made. */
  user: string;
}

type SchemaDefinition = Parameters<typeof createSchema<ResolverContext>>[0];

/** The types and root fields of one subject. Parts name `type Query` and `type Mutation`; they are merged. */
export interface SchemaPart {
  typeDefs: string;
  resolvers: Exclude<SchemaDefinition['resolvers'], readonly unknown[] | undefined>;
}
