import { clock, type Timer } from '../clock';
import { CancelledError } from '../errors';
import { whenAborted } from '../cancel';
import { FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS, LONGEST_PAUSE_MS } from './limits';

/** With so many requests at once, nobody has to wait for a turn any more. */
const ENOUGH_AT_ONCE = 256;

interface Waiting {
  go(): void;
}

/** Called once, when the request's answer has come or it has failed. */
export type Leave = () => void;

/**
 * One pause for all requests to an origin that asked for fewer of them. After it one request goes first; each that is
 * not turned away lets twice as many go at once.
 */
class Pause {
  private untilMs = 0;
  private refusals = 0;
  private atOnce = 1;
  private underWay = 0;
  private timer: Timer | undefined;
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly onOver: () => void) {}

  /** Another refusal. Those of requests that were sent before the pause ended tell nothing new. */
  extend(retryAfterMs: number | undefined, sentAtMs: number): void {
    const isNew = sentAtMs >= this.untilMs;
    // The end of the pause stays where it was, so that the next one that is turned away is known as new.
    if (!isNew && !retryAfterMs) return;
    if (isNew) {
      this.refusals++;
      this.atOnce = 1;
    }
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (this.refusals - 1), LONGEST_BACKOFF_MS);
    const isToldToGoOn = retryAfterMs !== undefined && this.refusals === 1;
    const leastMs = isNew && !isToldToGoOn ? backoffMs : 0;
    this.untilMs = Math.max(this.untilMs, clock.now() + Math.max(retryAfterMs ?? 0, leastMs));
    this.wakeLater();
  }

  async enter(signal: AbortSignal | undefined): Promise<Leave> {
    const isFree = clock.now() >= this.untilMs && this.underWay < this.atOnce;
    if (isFree && this.waiting.size === 0) this.underWay++;
    else await this.turn(signal);
    return () => {
      this.underWay--;
      this.relax();
    };
  }

  /** A request has ended, and was not turned away unless there is a new pause. */
  private relax(): void {
    if (clock.now() < this.untilMs) return;
    this.atOnce *= 2;
    this.wake();
    if (this.atOnce >= ENOUGH_AT_ONCE && this.waiting.size === 0) this.onOver();
  }

  private async turn(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        go: () => {
          this.waiting.delete(waiting);
          this.underWay++;
          stopListening?.();
          resolve();
        },
      };
      const stopListening =
        signal &&
        whenAborted(signal, () => {
          this.waiting.delete(waiting);
          stopListening?.();
          this.wakeLater();
          reject(new CancelledError('never'));
        });
      this.waiting.add(waiting);
      this.wakeLater();
    });
  }

  private wakeLater(): void {
    this.timer?.stop();
    this.timer = clock.after(Math.max(0, this.untilMs - clock.now()), () => this.wake());
    if (this.waiting.size === 0) this.timer.unref();
  }

  private wake(): void {
    if (this.waiting.size === 0) return;
    if (clock.now() < this.untilMs) return this.wakeLater();
    let free = this.atOnce - this.underWay;
    for (const waiting of this.waiting) {
      if (free-- <= 0) return;
      waiting.go();
    }
  }
}

const pauses = new Map<string, Pause>();

/** Waits where the origin asked for a pause. @returns undefined where it did not; @throws CancelledError */
export async function afterPause(
  origin: string,
  signal: AbortSignal | undefined,
): Promise<Leave | undefined> {
  return await pauses.get(origin)?.enter(signal);
}

/** Whether any origin asked for a pause: hardly ever, and then each request is spared the waiting for a promise. */
export function isAnyPaused(): boolean {
  return pauses.size > 0;
}

/** Whether an answer asks for fewer requests. */
export function isTurnedAway(
  status: number | undefined,
  retryAfterMs: number | undefined,
): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined);
}

/** To be told of each answer that asks for fewer requests. What asks for more patience than there is fails instead. */
export function pauseOrigin(
  origin: string,
  retryAfterMs: number | undefined,
  sentAtMs: number,
): void {
  if (retryAfterMs !== undefined && retryAfterMs > LONGEST_PAUSE_MS) return;
  const pause = pauses.get(origin) ?? new Pause(() => pauses.delete(origin));
  pauses.set(origin, pause);
  pause.extend(retryAfterMs, sentAtMs);
}
