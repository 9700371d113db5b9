import { bound } from '../../bound';
import { graphqlClient } from '../../graphql/client';
import type { GraphqlEndpoint } from '../../graphql/send/endpoint';
import {
  getRepository,
  getTechnology,
  listContexts,
  listRepositories,
  listTechnologies,
  prepareSynchronizeRepository,
} from './catalog';
import {
  prepareCreateRepository,
  prepareDeleteRepository,
  prepareRevertSynchronization,
  prepareUpdateRepository,
} from './repositories';

/** The catalog of technologies. */
export function catalogClient(endpoint: GraphqlEndpoint) {
  return {
    technologies: bound({ list: listTechnologies, get: getTechnology }, endpoint),
    contexts: bound({ list: listContexts }, endpoint),
    repositories: bound(
      {
        list: listRepositories,
        get: getRepository,
        prepareCreate: prepareCreateRepository,
        prepareUpdate: prepareUpdateRepository,
        prepareSynchronize: prepareSynchronizeRepository,
        prepareRevertSynchronization,
        prepareDelete: prepareDeleteRepository,
      },
      endpoint,
    ),
    graphql: graphqlClient(endpoint),
  };
}
