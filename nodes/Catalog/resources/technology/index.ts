import type { CatalogResource } from '../types';
import { get } from './get';
import { getAll } from './getAll';

export const technology: CatalogResource = {
  value: 'technology',
  name: 'Technology',
  operations: [getAll, get],
};
