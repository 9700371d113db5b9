/** Requests that were accepted, in the order in which they were sent. */
export interface Moment {
  atMs: number;
  accepted: number;
}

/** So many moments are told apart; then two become one. */
const MOST_MOMENTS = 128;
/** No limit is further above what is accepted on average. */
const DOUBLINGS = 4;
const HALVINGS = 30;
/** What a limit has left when it refuses a request, on average: less than one. What it refuses costs it nothing. */
export const LEFT_AT_REFUSAL = 0.8;
/** The same at the first refusal, where many come at once. */
const LEFT_AT_FIRST = 0.3;

/** What was accepted between two refusals. */
export class AcceptedRequests {
  private moments: Moment[] = [];
  private count = 0;

  constructor(
    readonly sinceMs: number,
    private readonly leftAtStart = LEFT_AT_FIRST,
  ) {}

  /** How many requests were accepted. */
  get total(): number {
    return this.count;
  }

  add(atMs: number): void {
    this.count++;
    let at = this.moments.length;
    // Responses come in another order than requests leave.
    while (at > 0 && (this.moments[at - 1] as Moment).atMs > atMs) at--;
    this.moments.splice(at, 0, { atMs, accepted: 1 });
    if (this.moments.length > MOST_MOMENTS) this.moments = mergePairs(this.moments);
  }

  /**
   * The limit, in requests a second, that takes all this and refuses then: one that regains so many a second, and never has
   * more than `burst` of them. One that allows so many an hour is seen as such, too: its burst is all that it allows.
   */
  limit(untilMs: number, burst: number): number {
    let low = 0;
    let high = (this.count + 1) / Math.max(0.001, (untilMs - this.sinceMs) / 1000);
    for (let twice = 0; twice < DOUBLINGS; twice++) {
      if (this.leftAt(high, untilMs, burst) >= LEFT_AT_REFUSAL) break;
      high *= 2;
    }
    for (let halved = 0; halved < HALVINGS; halved++) {
      const middle = (low + high) / 2;
      if (this.leftAt(middle, untilMs, burst) < LEFT_AT_REFUSAL) low = middle;
      else high = middle;
    }
    return low;
  }

  private leftAt(perSecond: number, untilMs: number, burst: number): number {
    let left = this.leftAtStart;
    let lastMs = this.sinceMs;
    for (const { atMs, accepted } of this.moments) {
      // Several that are told as one came one after the other.
      left = Math.min(burst, left + ((atMs - lastMs) * perSecond) / 1000 - (accepted - 1)) - 1;
      lastMs = atMs;
    }
    return Math.min(burst, left + ((untilMs - lastMs) * perSecond) / 1000);
  }
}

function mergePairs(moments: readonly Moment[]): Moment[] {
  const halved: Moment[] = [];
  for (let at = 0; at < moments.length; at += 2) {
    const [first, second] = [moments[at] as Moment, moments[at + 1]];
    halved.push({
      atMs: (second ?? first).atMs,
      accepted: first.accepted + (second?.accepted ?? 0),
    });
  }
  return halved;
}
