import { recordedAtMs } from './run';
import { outcomeOf } from './statuses';
import { timeMs } from './times';

/** A run that the platform shows and that a lost start may have begun. */
export interface Candidate {
  id: string;
  status: string;
  startTime?: string | null;
}

/** Clocks in HTTP headers count whole seconds, and a platform may record a run a moment before it answers. */
const CLOCK_TOLERANCE_MS = 3_000;

/** What starts a run other than a request like ours. A platform may know more causes. */
const FOREIGN_TRIGGERS = new Set(['SCHEDULED', 'SCHEDULER', 'PIPELINE']);

/**
 * Whether a run that the platform shows can be the one that a request sent at `sentAtMs` (the platform's time) began.
 * One without any time is taken for possible as long as it has not ended.
 */
export function canBeOurs(answer: object, run: Candidate, sentAtMs: number): boolean {
  const { runTrigger, pipelineInstanceId } = answer as Record<string, unknown>;
  if (FOREIGN_TRIGGERS.has(String(runTrigger)) || pipelineInstanceId) return false;
  const recordedAt = recordedAtMs(answer) ?? timeMs(run.startTime);
  if (recordedAt === undefined) return outcomeOf(run.status) === undefined;
  return recordedAt >= sentAtMs - CLOCK_TOLERANCE_MS;
}
