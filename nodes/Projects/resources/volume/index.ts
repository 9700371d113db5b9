import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { duplicate } from './duplicate';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

/** Storage of apps. */
export const volume: Resource<PlatformClient> = {
  value: 'volume',
  name: 'Volume',
  operations: [getAll, get, create, update, duplicate, deleteOperation],
};
