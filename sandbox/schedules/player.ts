import type { SandboxStore } from '../store/store';
import { scheduledOf, type Start } from './starts';

const MARK = 'schedulesPlayedUntil';
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/**
 * Starts runs as the schedules of jobs and pipelines say. Nothing waits for a due time: each request finds that what came
 * due since the last look has begun, each at its time.
 */
export class SchedulePlayer {
  private lookedAt: number | undefined;

  constructor(private readonly store: SandboxStore) {}

  /** Whether schedules were never played here before. */
  get isNew(): boolean {
    return this.store.mark(MARK) === undefined;
  }

  /**
   * The platform comes up. What a schedule was to start while it was down starts now, and once, however often that was.
   * Nothing starts that was due before schedules were played at all.
   */
  resume(): void {
    const now = this.store.clock();
    const until = this.store.mark(MARK);
    if (until !== undefined) {
      const starts = scheduledOf(this.store).map((one) => one.starts(until, now).at(-1));
      this.begin(starts.map((start) => start && { ...start, at: now }));
    }
    this.store.setMark(MARK, now);
  }

  /** Starts the runs that have become due since the last look, each at its time. */
  play(): void {
    const now = this.store.clock();
    if (!isInAnother(SECOND_MS, now, this.lookedAt)) return;
    this.lookedAt = now;
    const until = this.store.mark(MARK) ?? now;
    const scheduled = scheduledOf(this.store);
    this.store.together(() => {
      const begun = this.begin(scheduled.flatMap((one) => one.starts(until, now)));
      // Written with what began, so that nothing begins twice; else as seldom as it may be.
      if (begun === 0 && !isInAnother(MINUTE_MS, now, until)) return;
      this.store.setMark(MARK, now);
      for (const one of scheduled) one.tidyUp();
    });
  }

  /** The runs that some jobs and pipelines would have had, had their schedules been played since they were made; among others. */
  playPast(ids: readonly string[], others: readonly Start[] = []): void {
    const now = this.store.clock();
    const wanted = scheduledOf(this.store).filter(({ id }) => ids.includes(id));
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

function isInAnother(spanMs: number, moment: number, other: number | undefined): boolean {
  return other === undefined || Math.floor(moment / spanMs) !== Math.floor(other / spanMs);
}
