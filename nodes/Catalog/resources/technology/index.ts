import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { get } from './get';
import { getAll } from './getAll';

export const technology: Resource<PlatformClient> = {
  value: 'technology',
  name: 'Technology',
  operations: [getAll, get],
};
