import { PIPELINE } from '../../runs/runnable';
import { runAndWaitOf } from '../../runs/wait/runAndWait';

export const runAndWait = runAndWaitOf(PIPELINE);
