import { deleteMany } from '../../runs/deleteMany';
import { get } from '../../runs/get';
import { getAll } from '../../runs/getAll';
import { jobSide } from '../../runs/side';
import { stop } from '../../runs/stop';
import { wait } from '../../runs/wait';
import type { ProjectsResource } from '../types';
import { getLogs } from './getLogs';

export const jobRun: ProjectsResource = {
  value: 'jobRun',
  name: 'Job Run',
  operations: [
    getAll(jobSide),
    get(jobSide),
    getLogs,
    stop(jobSide),
    wait(jobSide),
    deleteMany(jobSide),
  ],
};
