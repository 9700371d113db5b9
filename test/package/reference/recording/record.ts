import type { INodeExecutionData } from 'n8n-workflow';
import { startSandbox, type RecordedRequest, type Sandbox } from '../../../../sandbox';
import { runTry } from '../../../nodes/tries/operationTry';
import { callOf } from './calls';
import type { Example } from '../example';
import { shortened, stabilizer } from './stable';

/** When all examples happen. Looking at a run takes the time that the run takes. */
const START = Date.parse('2026-11-02T06:00:00.000Z');
const RUN_MS = 42_000;
const LOOKS = ['jobInstance', 'pipelineInstance', 'stopJobInstance', 'stopPipelineInstance'];

/** Names of fields whose values nobody shall see in a page. */
const SECRETS = ['password'];

/** What counts from now; what waits needs a time that passes. */
const FROM_NOW = ['project/getReport'];

/** Runs an operation on a new platform that lives in a time of its own. */
export async function recordOperation(node: string, operation: string): Promise<Example> {
  return await inMadeUpTime(async (sandbox) => {
    const call = callOf(node, operation);
    const parameters = call.parameters(sandbox);
    sandbox.stats.reset();
    const { outputs, error } = await runTry(sandbox, call, { parameters });
    if (error) throw error;
    const requests = requestsOf(sandbox.stats.recent);
    const [first] = call.items ?? [];
    return exampleOf({
      fields: parameters,
      ...(first?.json && { input: first.json }),
      ...(first?.file && { inputFile: first.file.name }),
      items: outputs[0] ?? [],
      requests,
    });
  }, FROM_NOW.includes(operation));
}

/** Lets something happen on a platform whose clock stands still but for looks at runs; n8n's may do so, too. */
export async function inMadeUpTime<Result>(
  happen: (sandbox: Sandbox, time: { now: number }) => Promise<Result>,
  isN8nsTime: boolean,
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

function hasLooked(sandbox: Sandbox | undefined): boolean {
  return LOOKS.some((name) => sandbox?.stats.byOperation[name] !== undefined);
}

interface Seen {
  fields: object;
  input?: unknown;
  inputFile?: string;
  items: INodeExecutionData[];
  requests: string[];
}

export function exampleOf({ fields, input, inputFile, items, requests }: Seen): Example {
  const stable = stabilizer();
  const [first] = items;
  if (!first) throw new Error('Nothing was put out');
  const files = Object.entries(first.binary ?? {}).map(([name, { fileName }]) => [
    name,
    String(fileName ?? ''),
  ]);
  return {
    fields: stable(withoutSecrets(plain(fields))) as Example['fields'],
    ...(input !== undefined && { input: shortened(stable(input)) }),
    ...(inputFile !== undefined && { inputFile }),
    output: shortened(stable(first.json)),
    items: items.length,
    ...(files.length > 0 && { files: Object.fromEntries(files) as Record<string, string> }),
    requests,
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

/** Whatever is asked for only to know how to ask. */
const ASIDE = ['authenticate', '__schema', '__typename'];

/** What was asked, once each, sorted: parallel requests come as they come. */
export function requestsOf(recent: RecordedRequest[]): string[] {
  const asked = recent.flatMap((request) =>
    request.operations
      .filter((operation) => !ASIDE.includes(operation))
      .map((operation) => requestOf(request, operation)),
  );
  return [...new Set(asked)].sort();
}

/** As `mutation runJob`; of what is no GraphQL its method and path. */
function requestOf({ method, body = '', path }: RecordedRequest, operation: string): string {
  if (path.includes('graphql')) {
    return `${/mutation[ ({]/.test(body.slice(0, 300)) ? 'mutation' : 'query'} ${operation}`;
  }
  return `${method} ${path
    .replace(/\?.*$/, '')
    .replace(/^\/kubernetes/, '')
    .replace(UUIDS, '…')}`;
}

const UUIDS = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
