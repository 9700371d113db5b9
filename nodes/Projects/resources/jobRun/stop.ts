import { JOB } from '../../runs/runnable';
import { stopOf } from '../../runs/change/stop';

export const stop = stopOf(JOB);
