/** Run by the Node and the engine of another version of n8n. */
import type { Answer, Ask, Question, ScenarioInput, ScenarioResult } from '../platform';
import { runChecks } from '../../support/checks';
import { checks } from './checks';

const CHECK_SECONDS = 60;

const input = JSON.parse(process.argv[2] ?? '{}') as ScenarioInput;

const waiting = new Map<number, (value: unknown) => void>();
process.on('message', ({ id, value }: Answer) => waiting.get(id)?.(value));

let asked = 0;
const ask: Ask = async (name, ...parameters) =>
  await new Promise((resolve) => {
    const id = asked++;
    waiting.set(id, resolve as (value: unknown) => void);
    process.send?.({ id, name, parameters } satisfies Question);
  });

void runChecks(checks, ({ run }) => run({ ask, ...input }), CHECK_SECONDS).then((outcomes) =>
  process.send?.({ outcomes } satisfies ScenarioResult, () => process.exit()),
);
