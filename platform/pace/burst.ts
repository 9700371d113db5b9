import { clock } from '../time/clock';

/** What comes within so short a time counts as at once. */
const AT_ONCE_MS = 1_000;

/** How many requests an address takes at once, as far as it has shown. */
export class Burst {
  private taken = 0;
  private sinceMs = -Infinity;

  /** A request was taken. */
  took(): void {
    const now = clock.now();
    if (now - this.sinceMs > AT_ONCE_MS) {
      this.sinceMs = now;
      this.taken = 0;
    }
    this.taken++;
  }

  get count(): number {
    return this.taken;
  }
}
