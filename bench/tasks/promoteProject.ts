import { promoteByHttpRequest, promoteByOurs } from '../sides/promotions';
import { atMost, timesAsFast, timesLess } from './goals';
import type { Task } from '../task';

const JOBS = 20;
const PACKAGE_BYTES = 1_000_000;

export const promoteProject: Task = {
  name: 'promote-project',
  title: `Promote a project of ${JOBS} jobs with 1 MB each, 5 pipelines and 3 apps`,
  amount: JOBS,
  warmUpAmount: 2,
  latenciesMs: [0, 20],
  sides: {
    ours: promoteByOurs(PACKAGE_BYTES),
    httpRequest: promoteByHttpRequest(PACKAGE_BYTES),
  },
  goals: [
    timesLess('requests', 'httpRequest', 1.3, 20),
    timesAsFast('httpRequest', 1, 20),
    // At most 1.3 times as long: it compares, and writes and reads an archive.
    timesAsFast('httpRequest', 0.77, 0),
    atMost('grownMiB', 100, 20),
  ],
};
