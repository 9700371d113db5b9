import type { Task } from '../task';
import { growingFolder, syncFolder, uploadFiles } from './files';
import { listJobs, searchPicker, startJobs } from './jobs';
import { downloadLargeFile, uploadLargeFile } from './largeFile';
import { loadPackage } from './loadPackage';
import { growingPackages, growingProject, promoteProject } from './promotion';
import { growingItems, growingLog, growingWaits, pollTrigger, waitForRuns } from './runs';

/** In the order of the pages. */
export const TASKS: Task[] = [
  startJobs,
  listJobs,
  waitForRuns,
  uploadFiles,
  uploadLargeFile,
  downloadLargeFile,
  syncFolder,
  pollTrigger,
  loadPackage,
  searchPicker,
  promoteProject,
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
