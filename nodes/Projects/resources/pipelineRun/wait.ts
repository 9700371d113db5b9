import { PIPELINE } from '../../runs/runnable';
import { waitOf } from '../../runs/wait/wait';

export const wait = waitOf(PIPELINE);
