import type { ProjectsResource } from '../types';
import { create } from './create';
import { deleteOperation } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Logins of image registries. */
export const dockerCredential: ProjectsResource = {
  value: 'dockerCredential',
  name: 'Docker Credential',
  operations: [getAll, create, update, deleteOperation],
};
