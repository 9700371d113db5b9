import type { ProjectsResource } from '../types';
import { getAll } from './getAll';

export const project: ProjectsResource = {
  value: 'project',
  name: 'Project',
  operations: [getAll],
};
