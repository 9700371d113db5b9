import type { ProjectsResource } from '../types';
import { executeQuery } from './executeQuery';

export const graphql: ProjectsResource = {
  value: 'graphql',
  name: 'GraphQL',
  operations: [executeQuery],
};
