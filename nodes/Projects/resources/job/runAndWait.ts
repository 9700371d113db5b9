import { JOB } from '../../runs/runnable';
import { runAndWaitOf } from '../../runs/wait/runAndWait';

export const runAndWait = runAndWaitOf(JOB);
