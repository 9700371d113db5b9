import { createHash } from 'node:crypto';
import { isEnded } from '../../runs/status';
import { record, stateIn, type RunState } from '../../runs/timeline';
import type { PipelineRun } from '../../store/pipelineRuns';

/** What became of a condition of a pipeline's run (the platform's ConditionInstance). */
export interface ConditionRun extends RunState {
  id: string;
  conditionNodeId: string;
  /** Null where the condition was not looked at. */
  isSuccess: boolean | null;
  startTime: number | null;
  endTime: number | null;
}

/** The conditions of a run as they are at a moment, epoch milliseconds. */
export function conditionRunsOf(run: PipelineRun, now: number): ConditionRun[] {
  return [...run.conditions].map(([conditionNodeId, result]) => {
    const isKnown = result !== null && result.at <= now;
    const records = [
      record('AWAITING', run.requestedAt),
      ...(isKnown ? [record('SUCCEEDED', result.at)] : []),
      ...(result === null && isEnded(run.status) ? [record('SKIPPED', run.recordedAt)] : []),
    ];
    return {
      ...stateIn(records, now),
      id: idOf(run.id, conditionNodeId),
      conditionNodeId,
      isSuccess: isKnown ? result.isSuccess : null,
      startTime: isKnown ? result.at : null,
      endTime: isKnown ? result.at : null,
    };
  });
}

/** The same id for the same condition of the same run. */
function idOf(runId: string, nodeId: string): string {
  const hash = createHash('sha256').update(`${runId} ${nodeId}`).digest('hex');
  return [8, 12, 16, 20, 32]
    .map((end, index) => hash.slice([0, 8, 12, 16, 20][index], end))
    .join('-');
}
