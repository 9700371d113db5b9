import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a name has one of these words in it, if there are any. */
export const isNamedBy = (words: readonly string[]) => (name: string) =>
  words.length === 0 || words.some((word) => name.includes(word));

/** Runs a check of a program that is not jest, and prints how it ended, with what it measured. */
export async function passes(
  name: string,
  check: () => Promise<unknown>,
  mostSeconds = Infinity,
): Promise<boolean> {
  const started = Date.now();
  const print = (mark: string, words: string) => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${mark} ${name} (${seconds} s)${words && `\n${words}`.replaceAll('\n', '\n  ')}`);
  };
  try {
    const measured = await withinTime(check(), mostSeconds);
    print('✓', typeof measured === 'string' ? measured : '');
    return true;
  } catch (error) {
    const { message, cause } = error as Error;
    print('✗', cause instanceof Error ? `${message}: ${cause.message}` : message);
    return false;
  }
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
  { mostSeconds = 90, secondsBetween = 0.25 } = {},
): Promise<void> {
  const deadline = Date.now() + mostSeconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not so after ${mostSeconds} s: ${what}`);
    await sleep(secondsBetween * 1000);
  }
}
