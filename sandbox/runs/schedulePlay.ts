import type { SchedulePlay, ScheduledTurn } from './script';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The turn of a due time (epoch milliseconds). */
export function turnAt({ turns, everyMinutes }: SchedulePlay, dueAt: number): ScheduledTurn {
  return turns[Math.floor(dueAt / MINUTE_MS / everyMinutes) % turns.length] ?? {};
}

/** The longest time from a due time to its start, milliseconds. */
export function longestDelayMs({ turns }: SchedulePlay): number {
  return 1000 * Math.max(0, ...turns.map(({ lateSeconds = 0 }) => lateSeconds));
}

/** How long a run takes, with its growth and variation: the same for the same due time, always. */
export function playedDuration(
  { growthPerDay = 0, variation = 0 }: SchedulePlay,
  durationSeconds: number | null,
  dueAt: number,
  createdAt: number,
): number | null {
  if (durationSeconds === null) return null;
  const days = Math.max(0, dueAt - createdAt) / DAY_MS;
  const step = (Math.floor(dueAt / MINUTE_MS) * 37) % 61;
  const factor = (1 + growthPerDay * days) * (1 + variation * (step / 30 - 1));
  return Math.max(1, Math.round(durationSeconds * factor));
}
