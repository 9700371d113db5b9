import type { Exercise } from '../task';
import { awaitingExecutions } from './awaitingExecutions';
import { exerciseOf, type GrowthTask } from './growthTask';
import { longLog } from './longLog';
import { manyItems } from './manyItems';
import { projectPackages } from './projectPackages';
import { promotedProject } from './promotedProject';
import { syncedFolder } from './syncedFolder';

/** A new one is one file and one entry here. */
export const GROWTH_TASKS: GrowthTask[] = [
  promotedProject,
  projectPackages,
  awaitingExecutions,
  manyItems,
  syncedFolder,
  longLog,
];

export function growthExercises(): Exercise[] {
  return GROWTH_TASKS.flatMap((task) => task.sizes.map((size) => exerciseOf(task, size)));
}
