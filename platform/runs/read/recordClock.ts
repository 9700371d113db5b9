import type { GraphqlEndpoint } from '../../graphql/send/endpoint';
import { Cache } from '../../time/cache';

/** Runs of which the real time of their first record is known, as their starts were answered. */
interface TimedRuns {
  /** Reads them, from which the clock learns. */
  readNewestRuns(): Promise<unknown>;
}

/**
 * The clock by which a platform records its runs, as far as it follows from records whose real time is known here. Neither this
 * machine's clock nor the header "Date" of a gateway is that clock. Times are epoch milliseconds.
 */
export class RecordClock {
  /** Where to learn from, if the runs at hand teach nothing. */
  timedRuns: TimedRuns | undefined;
  /** Bounds of how far the records' clock is ahead of this machine's. */
  private aheadAtLeast = -Infinity;
  private aheadAtMost = Infinity;

  /** Whether a record can be known to be newer than a time of this machine. */
  get isKnown(): boolean {
    return this.aheadAtMost < Infinity;
  }

  /** Learns from a record that was made between two times of this machine. */
  learn(recordMs: number, notBeforeMs: number, notAfterMs: number): void {
    const [atLeast, atMost] = [recordMs - notAfterMs, recordMs - notBeforeMs];
    const contradicts = atLeast > this.aheadAtMost || atMost < this.aheadAtLeast;
    // One of the two clocks was set: what was known before no longer holds.
    this.aheadAtLeast = contradicts ? atLeast : Math.max(atLeast, this.aheadAtLeast);
    this.aheadAtMost = contradicts ? atMost : Math.min(atMost, this.aheadAtMost);
  }

  /** The records' time at a time of this machine: this machine's own, as far as nothing contradicts that. */
  timeAt(ms: number): number {
    return Math.min(Math.max(ms, ms + this.aheadAtLeast), ms + this.aheadAtMost);
  }

  /** The times of this machine between which a record was made; infinite where nothing says. */
  whenMade(recordMs: number): { earliestMs: number; latestMs: number } {
    return { earliestMs: recordMs - this.aheadAtMost, latestMs: recordMs - this.aheadAtLeast };
  }
}

const clocks = new Cache<string, RecordClock>({ size: 100 });

/** What this process knows of the clock by which a platform records its runs. */
export function recordClockOf(endpoint: GraphqlEndpoint): RecordClock {
  return clocks.getOrSet(endpoint.key, () => new RecordClock());
}
