import type { SandboxStore } from '../store/store';
import { listScheduled, type Start } from './starts';

const MARK = 'schedulesPlayedUntil';
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Starts scheduled runs. No timer waits for a due time: each request first starts the runs that are due, each at its time. */
export class SchedulePlayer {
  private lookedAt: number | undefined;

  constructor(private readonly store: SandboxStore) {}

  get isNew(): boolean {
    return this.store.mark(MARK) === undefined;
  }

  /** After a restart, a schedule that was due while the platform was down starts one run now. */
  resume(): void {
    const now = this.store.clock();
    const until = this.store.mark(MARK);
    if (until !== undefined) {
      const starts = listScheduled(this.store).map((one) => one.starts(until, now).at(-1));
      this.begin(starts.map((start) => start && { ...start, at: now }));
    }
    this.store.setMark(MARK, now);
  }

  play(): void {
    const now = this.store.clock();
    if (!isInOtherSpan(SECOND_MS, now, this.lookedAt)) return;
    this.lookedAt = now;
    const until = this.store.mark(MARK) ?? now;
    const scheduled = listScheduled(this.store);
    this.store.together(() => {
      const begun = this.begin(scheduled.flatMap((one) => one.starts(until, now)));
      // The mark is saved with the runs, so that none starts twice, and otherwise once a minute.
      if (begun === 0 && !isInOtherSpan(MINUTE_MS, now, until)) return;
      this.store.setMark(MARK, now);
      for (const one of scheduled) one.tidyUp();
    });
  }

  /** Starts the runs that these jobs and pipelines would have had since they were created, in order with the others. */
  playPast(ids: readonly string[], others: readonly Start[] = []): void {
    const now = this.store.clock();
    const wanted = listScheduled(this.store).filter(({ id }) => ids.includes(id));
    this.begin([...others, ...wanted.flatMap((one) => one.starts(one.createdAt, now))]);
  }

  private begin(starts: (Start | undefined)[]): number {
    const inOrder = starts
      .filter((start) => start !== undefined)
      .sort((one, other) => one.at - other.at);
    for (const { at, begin } of inOrder) begin(at);
    return inOrder.length;
  }
}

function isInOtherSpan(spanMs: number, moment: number, other: number | undefined): boolean {
  return other === undefined || Math.floor(moment / spanMs) !== Math.floor(other / spanMs);
}
