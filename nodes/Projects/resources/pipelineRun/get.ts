import { PIPELINE } from '../../runs/runnable';
import { getOf } from '../../runs/read/get';

export const get = getOf(PIPELINE);
