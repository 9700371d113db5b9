import type { ProjectsResource } from '../types';
import { deleteOperation } from './delete';
import { getAll } from './getAll';
import { run } from './run';

export const job: ProjectsResource = {
  value: 'job',
  name: 'Job',
  operations: [run, getAll, deleteOperation],
};
