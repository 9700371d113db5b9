/** The platform's enum InstanceStatus. */
export type RunStatus =
  | 'AWAITING'
  | 'REQUESTED'
  | 'UNKNOWN'
  | 'QUEUED'
  | 'RUNNING'
  | 'KILLING'
  | 'KILLED'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'ERROR'
  | 'SKIPPED';

const RUN_OUTCOMES = ['SUCCEEDED', 'FAILED', 'ERROR', 'KILLED', 'SKIPPED'] as const;

export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export function isEnded(status: RunStatus): boolean {
  return (RUN_OUTCOMES as readonly RunStatus[]).includes(status);
}
