import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation';
import { deleteMany } from '../../runs/deleteMany';
import { get } from '../../runs/get';
import { getAll } from '../../runs/getAll';
import { JOB } from '../../runs/runnable';
import { stop } from '../../runs/stop';
import { wait } from '../../runs/wait';
import { getLogs } from './getLogs';

export const jobRun: Resource<PlatformClient> = {
  value: 'jobRun',
  name: 'Job Run',
  operations: [getAll(JOB), get(JOB), getLogs, stop(JOB), wait(JOB), deleteMany(JOB)],
};
