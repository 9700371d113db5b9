import { APP_TECHNOLOGY_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';

const THREE_TECHNOLOGIES = [
  TECHNOLOGY_IDS.python,
  TECHNOLOGY_IDS.spark,
  APP_TECHNOLOGY_IDS.notebook,
].map((id) => ({ technologyId: byId(id) }));

const technologyOperations: Operations = {
  getAll: { example: true, tried: { returnAll: true } },
  get: {
    tried: THREE_TECHNOLOGIES.map((parameters) => ({ parameters })),
  },
};

const contextOperations: Operations = {
  getAll: {
    example: true,
    tried: THREE_TECHNOLOGIES.map((one) => ({ parameters: { ...one, returnAll: true } })),
  },
};

export const operations: OperationsByResource = {
  'Catalog technology': technologyOperations,
  'Catalog context': contextOperations,
};
