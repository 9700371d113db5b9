/** Before one more at once is tried again after a refusal: so many times as many requests as fit, doubled each time. */
const MOST_PATIENCE = 64;
/** So many at once: nobody has to wait for that. */
const ENOUGH_AT_ONCE = 256;

/** How many requests an address takes at once, where it refuses more. */
export class ConcurrencyLimit {
  most = Infinity;
  /** The most that were under way when one was sent that was accepted. */
  private proven = 0;
  private patience = 1;
  private acceptedSince = 0;

  /** Whether it holds nothing back. */
  get isUnlimited(): boolean {
    return this.most >= ENOUGH_AT_ONCE;
  }

  /** @param underWay how many were under way when it was sent, itself included */
  accepted(underWay: number): void {
    if (underWay > this.proven) this.proven = underWay;
    if (this.most === Infinity || underWay < this.most) return;
    if (++this.acceptedSince < this.most * this.patience) return;
    this.acceptedSince = 0;
    this.most++;
  }

  /** Whether the number at once can be the reason of a refusal: fewer at once were always accepted, so many never. */
  explains(underWay: number): boolean {
    return underWay > 1 && underWay >= this.proven;
  }

  refused(underWay: number): void {
    // The first time is known by one refusal only.
    if (this.most !== Infinity) this.patience = Math.min(this.patience * 2, MOST_PATIENCE);
    this.most = underWay - 1;
    this.proven = Math.min(this.proven, this.most);
    this.acceptedSince = 0;
  }
}
