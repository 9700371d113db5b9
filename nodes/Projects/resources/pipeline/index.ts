import type { ProjectsResource } from '../types';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';

export const pipeline: ProjectsResource = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [getAll, get, deleteOperation],
};
