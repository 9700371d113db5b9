import type { StoredPipelineRun } from '../../store/pipelines';
import type { Run, SandboxStore } from '../../store/store';

type TriggerType = 'MANUAL_JOB' | 'CRON_JOB' | 'MANUAL_PIPELINE' | 'CRON_PIPELINE' | 'MANUAL_APP';

/** What a run says started it: a login where somebody did it by hand. */
export function triggerOfRun({ cause, author, pipelineRunId }: Run, store: SandboxStore) {
  const pipelineRun = pipelineRunId === null ? undefined : store.pipelines.storedRun(pipelineRunId);
  if (pipelineRun) return triggerOfPipelineRun(pipelineRun);
  if (cause === 'SCHEDULED') return anonymous('CRON_JOB');
  return authored(cause === 'PIPELINE' ? 'MANUAL_PIPELINE' : 'MANUAL_JOB', author);
}

export function triggerOfPipelineRun({ cause, author }: StoredPipelineRun) {
  return cause === 'SCHEDULED' ? anonymous('CRON_PIPELINE') : authored('MANUAL_PIPELINE', author);
}

/** Who stopped a run; null where nobody did. */
export function stopTrigger(type: TriggerType, author: string | null, stoppedAt: number | null) {
  return stoppedAt === null ? null : authored(type, author);
}

function authored(triggerType: TriggerType, author: string | null) {
  return { __typename: 'AuthoredTrigger', triggerType, author };
}

function anonymous(triggerType: TriggerType) {
  return { __typename: 'AnonymousTrigger', triggerType };
}
