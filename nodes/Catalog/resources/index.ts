import { graphqlResource } from '../../shared/graphql/resource';
import type { Resources } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import { catalogEndpoint } from '../catalogEndpoint';
import { context } from './context';
import { repository } from './repository';
import { technology } from './technology';

export const resources: Resources<PlatformClient> = [
  technology,
  repository,
  context,
  graphqlResource(catalogEndpoint),
];
