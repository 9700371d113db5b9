import type { ScheduledTurn } from '../runs/script';
import type { JobToAdd } from '../store/store';

export interface JobOnSchedule extends JobToAdd {
  /** Epoch milliseconds. */
  manualRunsAt?: number[];
}

/**
 * Turns of which some are told by how long ago they were: the latest occasion before now is 1, the one before it 2. The
 * others are as the job's script says. Later they come again.
 */
export function turnsBefore(
  now: number,
  everyMinutes: number,
  length: number,
  special: Record<number, ScheduledTurn>,
): ScheduledTurn[] {
  const latest = Math.floor(now / 60_000 / everyMinutes);
  const turns = Array.from({ length }, (): ScheduledTurn => ({}));
  for (const [ago, turn] of Object.entries(special)) {
    turns[(latest + 1 - Number(ago)) % length] = turn;
  }
  return turns;
}
