import { downloadLargeFile } from './downloadLargeFile';
import { downloadThroughCluster } from './downloadThroughCluster';
import { listJobs } from './listJobs';
import { loadPackage } from './loadPackage';
import { pollTrigger } from './pollTrigger';
import { promoteProject } from './promoteProject';
import { report } from './report';
import { searchPicker } from './searchPicker';
import { startJobs } from './startJobs';
import { syncFolder } from './syncFolder';
import type { Task } from '../task';
import { uploadFiles } from './uploadFiles';
import { uploadLargeFile } from './uploadLargeFile';
import { waitForRuns } from './waitForRuns';

/** A new task is one file and one entry here. */
export const TASKS: Task[] = [
  startJobs,
  listJobs,
  waitForRuns,
  uploadFiles,
  uploadLargeFile,
  downloadLargeFile,
  downloadThroughCluster,
  syncFolder,
  pollTrigger,
  loadPackage,
  searchPicker,
  promoteProject,
  report,
];

export function findTask(name: string): Task {
  const task = TASKS.find((one) => one.name === name);
  if (task) return task;
  const names = TASKS.map((one) => one.name).join(', ');
  throw new Error(`There is no task "${name}". There are: ${names}`);
}
