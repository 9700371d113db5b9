import { setTimeout as sleep } from 'node:timers/promises';

/** A check of a program that does not use Jest. */
export interface Check<Args extends unknown[]> {
  /** Behavior that the check tests, in words of a user. */
  name: string;
  /** True if the check is part of a short run. */
  isShort?: boolean;
  /** Runs the check. If it returns a text, such as a measurement, the text is printed. */
  run(...args: Args): Promise<unknown>;
}

export interface Outcome {
  name: string;
  isPassed: boolean;
}

/** Returns a function that tells whether a name contains one of the words. Without words, all names match. */
export const buildNameFilter = (words: readonly string[]) => (name: string) =>
  words.length === 0 || words.some((word) => name.includes(word));

/** Runs checks one after the other, and prints the result of each. */
export async function runChecks<C extends { name: string }>(
  checks: readonly C[],
  run: (check: C) => Promise<unknown>,
  maxSeconds = Infinity,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of checks) {
    const started = Date.now();
    const [isPassed, words] = await limitTime(run(check), maxSeconds).then(
      (measured) => [true, typeof measured === 'string' ? measured : ''] as const,
      ({ message, cause }: Error) =>
        [false, cause instanceof Error ? `${message}: ${cause.message}` : message] as const,
    );
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const lines = words && `\n${words}`.replaceAll('\n', '\n  ');
    console.log(`${isPassed ? '✓' : '✗'} ${check.name} (${seconds} s)${lines}`);
    outcomes.push({ name: check.name, isPassed });
  }
  return outcomes;
}

/** Prints the names of failed checks, and a last line that `.ci/steps.sh` reads. @returns exit code; 1 if a check failed or there was none */
export function summarize(outcomes: readonly Outcome[]): number {
  const failed = outcomes.filter(({ isPassed }) => !isPassed);
  for (const { name } of failed) console.log(`✗ ${name}`);
  console.log(`\n${outcomes.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 && outcomes.length > 0 ? 0 : 1;
}

/** Stops waiting after a time, so that endless work does not block the following checks. */
async function limitTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  if (seconds === Infinity) return await work;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The check did not end within ${seconds} s`)),
      seconds * 1000,
    );
  });
  return await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** Waits until a condition is true, for example because of another process. @param condition name for the error */
export async function until(
  condition: string,
  isTrue: () => boolean | Promise<boolean>,
  maxSeconds = 90,
): Promise<void> {
  const deadline = Date.now() + maxSeconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Not true after ${maxSeconds} s: ${condition}`);
    await sleep(250);
  }
}
