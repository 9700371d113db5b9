import { MIB } from '../content';
import { promoteByOurs } from '../sides/promotions';
import type { Side } from '../task';
import type { GrowthTask } from './growthTask';

const JOBS = 10;
const WARM_UP_MIB = 1;

/** The jobs stay as many; what they carry grows. */
const ours: Side = (place, mib) => promoteByOurs((mib * MIB) / JOBS)(place, JOBS);

export const projectPackages: GrowthTask = {
  name: 'grow-packages',
  title: `Export, plan and deploy a project of ${JOBS} jobs`,
  unit: 'MiB of packages',
  sizes: [10, 50, 250],
  latencyMs: 0,
  rounds: 1,
  work: () => ({ warmUpAmount: WARM_UP_MIB, isDiskBound: true, sides: { ours } }),
};
