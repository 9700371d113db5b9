/** Run by the Node and the engine of another version of n8n; prints a line for each check. */
import type { Answer, Ask, Question, ScenarioInput, ScenarioResult } from '../questions';
import { passes } from '../../support/checks';
import { checks } from './checks';

const CHECK_SECONDS = 60;

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
    const isPassed = await passes(name, async () => await run({ ask, ...input }), CHECK_SECONDS);
    result[isPassed ? 'passed' : 'failed']++;
  }
  process.send?.(result, () => process.exit());
}

void main();
