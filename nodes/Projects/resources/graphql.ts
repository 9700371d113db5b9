import { graphqlResource } from '../../shared/graphql/resource';
import { projectsEndpoint } from '../projectsEndpoint';

export const graphql = graphqlResource(projectsEndpoint);
