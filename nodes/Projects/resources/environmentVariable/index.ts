import type { ProjectsResource } from '../types';
import { deleteOperation } from './delete';
import { getAll } from './getAll';
import { replaceAll } from './replaceAll';
import { set } from './set';

export const environmentVariable: ProjectsResource = {
  value: 'environmentVariable',
  name: 'Environment Variable',
  operations: [set, getAll, replaceAll, deleteOperation],
};
