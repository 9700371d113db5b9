/** A start whose run is known: its first record was made after it was sent. */
interface AnsweredStart {
  sentAtMs: number;
  /** The run as the platform returns it. */
  read(): Promise<unknown>;
}

/**
 * The clock by which a platform records its runs, as far as records tell it whose real time is known here. Neither this
 * machine's clock nor the header "Date" of a gateway is that clock. Times are epoch milliseconds.
 */
export class RecordClock {
  /** The latest start that was answered, as long as nothing is known of its record. */
  answeredStart: AnsweredStart | undefined;
  /** Bounds of how far the records' clock is ahead of this machine's. */
  private aheadAtLeast = -Infinity;
  private aheadAtMost = Infinity;

  /** Whether records can be told to be newer than a time of this machine. */
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
