import { MIB } from '../content';
import { promoteByOurs } from '../sides/promotion';
import { atMost, GROWTH_GOALS } from '../goals';
import { atLatencies, inSizes, type Task } from '../task';

const JOBS = 20;
const sides = { ours: promoteByOurs };

export const promoteProject: Task = {
  name: 'promote-project',
  title: `Promote a project of ${JOBS} jobs with 1 MB each, 5 pipelines and 3 apps`,
  cases: atLatencies(JOBS, 0, 20),
  warmUpAmount: 2,
  world: (amount) => ({ promotion: { jobs: amount, packageBytes: 1_000_000 } }),
  sides,
  goals: [atMost('grownMiB', 100, 20)],
};

export const growingProject: Task = {
  name: 'grow-project',
  title: 'Export, plan and deploy a project whose jobs have packages of 10 KB',
  unit: 'jobs',
  cases: inSizes(0, 30, 100, 300),
  rounds: 3,
  warmUpAmount: 2,
  world: (amount) => ({ promotion: { jobs: amount, packageBytes: 10_000 } }),
  sides,
  goals: GROWTH_GOALS,
};

const JOBS_WITH_PACKAGES = 10;

/** The jobs stay as many; what they carry grows. */
export const growingPackages: Task = {
  name: 'grow-packages',
  title: `Export, plan and deploy a project of ${JOBS_WITH_PACKAGES} jobs`,
  unit: 'MiB of packages',
  cases: inSizes(0, 10, 50, 250),
  warmUpAmount: 1,
  world: (amount) => ({
    promotion: { jobs: JOBS_WITH_PACKAGES, packageBytes: (amount * MIB) / JOBS_WITH_PACKAGES },
  }),
  isDiskBound: true,
  rounds: 1,
  sides,
  goals: GROWTH_GOALS,
};
