import { run } from '../../runs/run';
import { runAndWait } from '../../runs/runAndWait';
import { jobSide } from '../../runs/side';
import type { ProjectsResource } from '../types';
import { deleteOperation } from './delete';
import { getAll } from './getAll';

export const job: ProjectsResource = {
  value: 'job',
  name: 'Job',
  operations: [run(jobSide), runAndWait(jobSide), getAll, deleteOperation],
};
