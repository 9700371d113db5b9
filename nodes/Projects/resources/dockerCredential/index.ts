import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Logins of image registries. */
export const dockerCredential: Resource<PlatformClient> = {
  value: 'dockerCredential',
  name: 'Docker Credential',
  operations: [getAll, create, update, deleteOperation],
};
