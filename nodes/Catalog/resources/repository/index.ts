import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { revertSynchronization } from './revertSynchronization';
import { synchronize } from './synchronize';
import { update } from './update';

export const repository: Resource<PlatformClient> = {
  value: 'repository',
  name: 'Repository',
  operations: [getAll, get, synchronize, revertSynchronization, create, update, deleteOperation],
};
