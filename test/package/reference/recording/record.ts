import type { INodeExecutionData } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { runTry, type OperationTry } from '../../../nodes/tries/operationTry';
import type { Example } from '../exampleText';
import { shortened, stabilizer } from './stable';

/** When all examples happen. Looking at a run takes the time that the run takes. */
const START = Date.parse('2026-11-02T06:00:00.000Z');
const RUN_MS = 42_000;
const LOOKS = ['jobInstance', 'pipelineInstance', 'stopJobInstance', 'stopPipelineInstance'];

/** Names of fields whose values nobody shall see in a page. */
const SECRETS = ['password'];

/** Runs an operation on a new platform that lives in a time of its own. */
export async function recordOperation(call: OperationTry): Promise<Example> {
  return await inMadeUpTime(async (sandbox) => {
    const parameters = call.parameters(sandbox);
    const { outputs, error } = await runTry(sandbox, call, { parameters });
    if (error) throw error;
    const [first] = call.items ?? [];
    const given = { fields: parameters, input: first?.json, inputFile: first?.file?.name };
    return exampleOf({ ...given, items: outputs[0] ?? [] });
  });
}

/** Lets something happen on a platform whose clock stands still but for looks at runs; n8n's may do so, too. */
export async function inMadeUpTime<Result>(
  happen: (sandbox: Sandbox, time: { now: number }) => Promise<Result>,
  isN8nsTime = false,
): Promise<Result> {
  const time = { now: START };
  let sandbox: Sandbox | undefined;
  const clock = () => time.now + (hasLooked(sandbox) ? RUN_MS : 0);
  const mocked = isN8nsTime ? jest.spyOn(Date, 'now').mockImplementation(clock) : undefined;
  try {
    sandbox = await startSandbox({ clock, tokenKind: 'opaque' });
    return await happen(sandbox, time);
  } finally {
    mocked?.mockRestore();
    await sandbox?.close();
  }
}

const hasLooked = (sandbox: Sandbox | undefined) =>
  LOOKS.some((name) => sandbox?.stats.byOperation[name] !== undefined);

interface Seen extends Pick<Example, 'input' | 'inputFile'> {
  fields: object;
  items: INodeExecutionData[];
}

export function exampleOf({ fields, input, inputFile, items }: Seen): Example {
  const stable = stabilizer();
  const [first] = items;
  if (!first) throw new Error('Nothing was put out');
  const files = Object.entries(first.binary ?? {}).map(([name, { fileName }]) => [name, fileName]);
  return {
    fields: stable(withoutSecrets(plain(fields))) as Example['fields'],
    input: input && shortened(stable(input)),
    inputFile,
    output: shortened(stable(first.json)),
    items: items.length,
    files: Object.fromEntries(files) as Record<string, string>,
  };
}

/** A thing that is chosen by its ID as this ID. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('__rl' in value && 'value' in value) return value.value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, plain(of)]));
}

function withoutSecrets(value: unknown): unknown {
  return Object.fromEntries(
    Object.entries(value as object).map(([name, of]) => [name, SECRETS.includes(name) ? '…' : of]),
  );
}
