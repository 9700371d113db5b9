import { setTimeout as sleep } from 'node:timers/promises';

/** A check of a program that is not Jest. */
export interface Check<Given extends unknown[]> {
  /** Promise to a user that the check tests. */
  name: string;
  /** Whether a short run has time for it. */
  isShort?: boolean;
  /** A text that it returns was measured, and is printed. */
  run(...given: Given): Promise<unknown>;
}

export interface Outcome {
  name: string;
  isPassed: boolean;
}

/** Tells whether a name has one of these words in it, if there are any. */
export const isNamedBy = (words: readonly string[]) => (name: string) =>
  words.length === 0 || words.some((word) => name.includes(word));

/** Runs checks one after the other, and prints how each ended. */
export async function runChecks<One extends { name: string }>(
  checks: readonly One[],
  run: (check: One) => Promise<unknown>,
  mostSeconds = Infinity,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of checks) {
    const started = Date.now();
    const [isPassed, words] = await withinTime(run(check), mostSeconds).then(
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

/** Names failed checks once more, and prints the line that `.ci/steps.sh` counts. @returns exit code, which is 1 if nothing was checked */
export function summarize(outcomes: readonly Outcome[]): number {
  const failed = outcomes.filter(({ isPassed }) => !isPassed);
  for (const { name } of failed) console.log(`✗ ${name}`);
  console.log(`\n${outcomes.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 && outcomes.length > 0 ? 0 : 1;
}

/** Endless work would keep everything waiting. */
async function withinTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  if (seconds === Infinity) return await work;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${seconds} s`)), seconds * 1000);
  });
  return await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

/** Waits for something that other processes do. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  mostSeconds = 90,
): Promise<void> {
  const deadline = Date.now() + mostSeconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not so after ${mostSeconds} s: ${what}`);
    await sleep(250);
  }
}
