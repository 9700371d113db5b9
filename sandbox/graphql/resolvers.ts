import type { createSchema } from 'graphql-yoga';
import type { SandboxStore } from '../store/store';

/** What every resolver gets. */
export interface ResolverContext {
  store: SandboxStore;
  /** Login of the one account: the creator of what is made. */
  user: string;
  platformId: string;
  /** Whether texts are told in another form than they were given in. */
  rewritesTexts?: boolean;
  /** Whether an edit leaves what it is given null for. */
  nullLeaves?: boolean;
  /** Whether a project has each name only once. */
  uniqueNames?: boolean;
}

type SchemaDefinition = Parameters<typeof createSchema<ResolverContext>>[0];

/** The behaviour of one subject. Its types are in the file of the same name below schema/. */
export type Resolvers = Exclude<SchemaDefinition['resolvers'], readonly unknown[] | undefined>;
