import type { Task } from '../task';
import { growingFolder, syncFolder, uploadFiles } from './files';
import { listJobs, searchPicker, startFirstJob, startJobs } from './jobs';
import { downloadLargeFile, uploadLargeFile } from './largeFile';
import { loadPackage } from './loadPackage';
import { deployNothing, deployProject, growingPackages, growingProject } from './promotion';
import {
  growingItems,
  growingLog,
  growingWaits,
  pollLargeTrigger,
  pollTrigger,
  waitForRuns,
} from './runs';

/** In the order of the pages. */
export const TASKS: Task[] = [
  startFirstJob,
  startJobs,
  listJobs,
  waitForRuns,
  uploadFiles,
  uploadLargeFile,
  downloadLargeFile,
  syncFolder,
  pollTrigger,
  pollLargeTrigger,
  loadPackage,
  searchPicker,
  deployProject,
  deployNothing,
  growingProject,
  growingPackages,
  growingWaits,
  growingItems,
  growingFolder,
  growingLog,
];

export function findTask(name: string): Task {
  const task = TASKS.find((one) => one.name === name);
  if (!task) throw new Error(`There is no task "${name}"`);
  return task;
}
