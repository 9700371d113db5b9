import type { SandboxStore } from '../store/store';
import { listScheduled, type Start } from './starts';

const PLAYED_UNTIL_MARK = 'schedulesPlayedUntil';
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/**
 * Starts scheduled runs. There is no timer: each request first starts the runs that have become due. Such a run has its due time
 * as the time of its request.
 */
export class SchedulePlayer {
  private lastPlayedAt: number | undefined;

  constructor(private readonly store: SandboxStore) {}

  /** True if schedules have never been played with this database. */
  get isNew(): boolean {
    return this.store.mark(PLAYED_UNTIL_MARK) === undefined;
  }

  /** After a restart, starts one run for each schedule that was due while the sandbox was stopped. */
  resume(): void {
    const now = this.store.clock();
    const playedUntil = this.store.mark(PLAYED_UNTIL_MARK);
    if (playedUntil !== undefined) {
      const starts = listScheduled(this.store).map((scheduled) =>
        scheduled.starts(playedUntil, now).at(-1),
      );
      this.begin(starts.map((start) => start && { ...start, at: now }));
    }
    this.store.setMark(PLAYED_UNTIL_MARK, now);
  }

  play(): void {
    const now = this.store.clock();
    if (!isInOtherSpan(SECOND_MS, now, this.lastPlayedAt)) return;
    this.lastPlayedAt = now;
    const playedUntil = this.store.mark(PLAYED_UNTIL_MARK) ?? now;
    const scheduled = listScheduled(this.store);
    this.store.inTransaction(() => {
      const count = this.begin(scheduled.flatMap((entry) => entry.starts(playedUntil, now)));
      // The mark is saved together with new runs, so that no run starts twice. Without new runs, it is saved once a minute.
      if (count === 0 && !isInOtherSpan(MINUTE_MS, now, playedUntil)) return;
      this.store.setMark(PLAYED_UNTIL_MARK, now);
      for (const entry of scheduled) entry.tidyUp();
    });
  }

  /** Starts the past runs of scheduled jobs and pipelines, from their creation until now, and other past runs, in order of time. */
  playPast(ids: readonly string[], otherStarts: readonly Start[] = []): void {
    const now = this.store.clock();
    const chosen = listScheduled(this.store).filter(({ id }) => ids.includes(id));
    const starts = chosen.flatMap((scheduled) => scheduled.starts(scheduled.createdAt, now));
    this.begin([...otherStarts, ...starts]);
  }

  private begin(starts: (Start | undefined)[]): number {
    const sorted = starts
      .filter((start) => start !== undefined)
      .sort((one, other) => one.at - other.at);
    for (const { at, begin } of sorted) begin(at);
    return sorted.length;
  }
}

function isInOtherSpan(spanMs: number, time: number, earlier: number | undefined): boolean {
  return earlier === undefined || Math.floor(time / spanMs) !== Math.floor(earlier / spanMs);
}
