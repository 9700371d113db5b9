import { JOB } from '../../runs/runnable';
import { deleteManyOf } from '../../runs/change/deleteMany';

export const deleteMany = deleteManyOf(JOB);
