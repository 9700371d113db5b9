import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { getAll } from './getAll';

export const context: Resource<PlatformClient> = {
  value: 'context',
  name: 'Context',
  operations: [getAll],
};
