/** Run by the Node and the engine of another version of n8n; prints a line for each check. */
import type { Answer, Ask, Question, ScenarioInput, ScenarioResult } from '../questions';
import { checks } from './checks';

const CHECK_MS = 60_000;

const input = JSON.parse(process.argv[2] ?? '{}') as ScenarioInput;

const waiting = new Map<number, (value: unknown) => void>();
process.on('message', ({ id, value }: Answer) => waiting.get(id)?.(value));

let asked = 0;
/** Asks the process that holds the platform. */
const ask: Ask = async (name, ...parameters) =>
  await new Promise((resolve) => {
    const id = asked++;
    waiting.set(id, resolve as (value: unknown) => void);
    process.send?.({ id, name, parameters } satisfies Question);
  });

async function main(): Promise<void> {
  const result: ScenarioResult = { passed: 0, failed: 0 };
  for (const { name, run } of checks) {
    try {
      await withinTime(run({ ask, ...input }));
      console.log(`✓ ${name}`);
      result.passed++;
    } catch (error) {
      console.log(`✗ ${name}\n  ${((error as Error).stack ?? '').replaceAll('\n', '\n  ')}`);
      result.failed++;
    }
  }
  process.send?.(result, () => process.exit());
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Not done in time')), CHECK_MS);
  });
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

void main();
