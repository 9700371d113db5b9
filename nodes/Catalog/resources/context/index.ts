import type { CatalogResource } from '../types';
import { getAll } from './getAll';

export const context: CatalogResource = {
  value: 'context',
  name: 'Context',
  operations: [getAll],
};
