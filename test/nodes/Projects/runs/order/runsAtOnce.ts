import type { Sandbox } from '../../../../../sandbox';

type StoredRun = ReturnType<Sandbox['store']['runsOfJob']>[number];

/** When a run ends on the sandbox, epoch milliseconds; `Infinity` for one that goes on until it is stopped. */
function endOf({ requestedAt, stoppedAt, script }: StoredRun): number {
  const { queueSeconds, durationSeconds, killSeconds } = script;
  const endsAt = requestedAt + 1000 * (queueSeconds + (durationSeconds ?? Infinity));
  return stoppedAt === null ? endsAt : Math.min(endsAt, stoppedAt + 1000 * killSeconds);
}

/** How many of these runs were under way at the same time, at most. */
export function mostAtOnce(runs: readonly StoredRun[]): number {
  const underWayAt = (time: number) =>
    runs.filter((run) => run.requestedAt <= time && time < endOf(run)).length;
  return Math.max(0, ...runs.map(({ requestedAt }) => underWayAt(requestedAt)));
}
