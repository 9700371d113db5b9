import type { ProjectsResource } from '../types';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const project: ProjectsResource = {
  value: 'project',
  name: 'Project',
  operations: [getAll, get, create, update, deleteOperation],
};
