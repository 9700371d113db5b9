import { clock } from '../time/clock';

/** What comes within so short a time counts as at once. */
const AT_ONCE_MS = 1_000;

/** How many requests an address takes at once, as far as it has shown. */
export class Burst {
  private accepted = 0;
  private sinceMs = -Infinity;

  /** A request was accepted. */
  add(): void {
    const now = clock.now();
    if (now - this.sinceMs > AT_ONCE_MS) {
      this.sinceMs = now;
      this.accepted = 0;
    }
    this.accepted++;
  }

  get count(): number {
    return this.accepted;
  }
}
