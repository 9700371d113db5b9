import { JOB } from '../../runs/runnable';
import { getAllOf } from '../../runs/read/getAll';

export const getAll = getAllOf(JOB);
