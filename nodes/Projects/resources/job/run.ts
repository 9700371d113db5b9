import { JOB } from '../../runs/runnable';
import { runOf } from '../../runs/start/run';

export const run = runOf(JOB);
