import { JOB } from '../../runs/runnable';
import { getOf } from '../../runs/read/get';

export const get = getOf(JOB);
