import { clock } from '../../time/clock';
import { pause } from '../../http/retry';
import type { EnvironmentVariable } from './variable';

/** What was seen last: the variable as it was then, none, or why nobody could look. */
export type Seen = { variable: EnvironmentVariable | undefined } | { failure: unknown };

/** Parts of the window from look to look: a change may come in late, and most come at once. */
const FIRST_PART = 1 / 60;

/** Looks for a variable, until it is as wanted or the window of a lost response is over. */
export async function lookForVariable(
  find: () => Promise<EnvironmentVariable | undefined>,
  isAsWanted: (variable: EnvironmentVariable) => boolean,
  windowMs: number,
  signal: AbortSignal | undefined,
): Promise<Seen> {
  const endMs = clock.now() + windowMs;
  for (let waitMs = windowMs * FIRST_PART; ; waitMs *= 2) {
    const isLast = clock.now() >= endMs;
    const seen = await find().then(
      (variable): Seen => ({ variable }),
      (failure: unknown): Seen => ({ failure }),
    );
    if ('variable' in seen && seen.variable && isAsWanted(seen.variable)) return seen;
    if (isLast) return seen;
    try {
      await pause(Math.max(1, Math.min(waitMs, endMs - clock.now())), signal);
    } catch (failure) {
      return { failure };
    }
  }
}
