import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { deleteOperation } from './delete';
import { getAll } from './getAll';
import { replaceAll } from './replaceAll';
import { set } from './set';

export const environmentVariable: Resource<PlatformClient> = {
  value: 'environmentVariable',
  name: 'Environment Variable',
  operations: [set, getAll, replaceAll, deleteOperation],
};
