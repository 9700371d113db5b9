import { promoteByHttpRequest, promoteByOurs } from '../sides/promotions';
import type { GrowthTask } from './growthTask';

const PACKAGE_BYTES = 10_000;
const MOST_FOR_HTTP_REQUEST = 30;

export const promotedProject: GrowthTask = {
  name: 'grow-project',
  title: 'Export, plan and deploy a project whose jobs have packages of 10 KB',
  unit: 'jobs',
  sizes: [30, 100, 300],
  latencyMs: 0,
  work: (size) => ({
    warmUpAmount: 2,
    sides: {
      ours: promoteByOurs(PACKAGE_BYTES),
      ...(size <= MOST_FOR_HTTP_REQUEST && { httpRequest: promoteByHttpRequest(PACKAGE_BYTES) }),
    },
  }),
};
