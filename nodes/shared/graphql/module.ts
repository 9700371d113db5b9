import type { GraphqlModule } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';

/** Gives the module that a node works with. */
export type ModuleOf<Client> = (client: Client, options?: CallOptions) => Promise<GraphqlModule>;
