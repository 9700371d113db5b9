import type { CatalogResource } from '../types';
import { get } from './get';
import { getAll } from './getAll';
import { synchronize } from './synchronize';

export const repository: CatalogResource = {
  value: 'repository',
  name: 'Repository',
  operations: [getAll, get, synchronize],
};
