import type { INode, INodeExecutionData } from 'n8n-workflow';
import { JOB_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { byId } from '../../nodes/Projects/support';
import { triesOf } from '../../nodes/tries/everyOperation';
import { credentialsFor, runTry, type OperationTry } from '../../nodes/tries/operationTry';
import { KNOWN_OPERATIONS } from '../../operations';
import { pollNode } from '../../support/engine/poll';

/** A recorded example of an operation or a trigger, shortened and with made-up IDs. */
export interface Example {
  /** Fields other than `resource` and `operation` that differ from their defaults. */
  fields: Record<string, unknown>;
  /** JSON of the first input item, if the node reads it. */
  input?: object | undefined;
  /** Name of the file in its binary field `data`. */
  inputFile?: string | undefined;
  /** JSON of the first output item. */
  output: unknown;
  /** Number of output items. */
  items: number;
  /** File names by binary field of the first output item. */
  files: Record<string, string>;
}

export function exampleText(
  action: string,
  { fields, input = {}, inputFile, output, items, files }: Example,
): string {
  const isCalledWith = Object.keys(fields).length > 0;
  const hasInput = Object.keys(input).length > 0;
  const which = items === 1 ? 'The output item' : `The first of ${items} output items`;
  return [
    `**Example: ${action}.**${isCalledWith ? ' The fields:' : ''}`,
    ...(isCalledWith ? [json(fields)] : []),
    ...(hasInput
      ? [`The first input item${withFiles(inputFile ? { data: inputFile } : {})}:`, json(input)]
      : []),
    `${which}${withFiles(files)}:`,
    json(output),
  ].join('\n\n');
}

function withFiles(files: Record<string, string>): string {
  const names = Object.entries(files).map(
    ([field, name]) => `\`${name}\` in the binary field \`${field}\``,
  );
  return names.length > 0 ? `, with the file ${names.join(' and ')}` : '';
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

export const listCalls = (node: string): OperationTry[] =>
  KNOWN_OPERATIONS.filter((one) => one.node === node).flatMap((known) => {
    const { example } = known;
    const [tried] = triesOf(known);
    if (!example || !tried) return [];
    if (example === true) return [tried];
    return [{ ...tried, parameters: typeof example === 'function' ? example : () => example }];
  });

/** All examples happen then. A poll of a run takes as long as the run. */
const START = Date.parse('2026-11-02T06:00:00.000Z');
const RUN_MS = 42_000;
const LOOKS = ['jobInstance', 'pipelineInstance', 'stopJobInstance', 'stopPipelineInstance'];

const SECRETS = ['password'];

export async function recordOperation(call: OperationTry): Promise<Example> {
  return await inMadeUpTime(async (sandbox) => {
    const parameters = call.parameters(sandbox);
    const { outputs, error } = await runTry(sandbox, call, { parameters });
    if (error) throw error;
    const [first] = call.items ?? [];
    const given = { fields: parameters, input: first?.json, inputFile: first?.file?.name };
    return buildExample({ ...given, items: outputs[0] ?? [] });
  });
}

/** Uses a platform whose clock only moves on when a run is polled. @param isN8nsTime whether n8n has this clock, too */
async function inMadeUpTime<Result>(
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

function buildExample({ fields, input, inputFile, items }: Seen): Example {
  const stable = makeStabilizer();
  const [first] = items;
  if (!first) throw new Error('Nothing was put out');
  const files = Object.entries(first.binary ?? {}).map(([name, { fileName }]) => [name, fileName]);
  return {
    fields: stable(withoutSecrets(plain(fields))) as Example['fields'],
    input: input && shorten(stable(input)),
    inputFile,
    output: shorten(stable(first.json)),
    items: items.length,
    files: Object.fromEntries(files) as Record<string, string>,
  };
}

/** Replaces locators by their values. */
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

const MINUTE_MS = 60_000;

interface EventCall {
  /** Fields other than the event. */
  fields: object;
  /** Called before the first poll. */
  before?: (sandbox: Sandbox) => void;
  /** Called between the two polls. */
  happens: (sandbox: Sandbox) => void;
  /** Time between `happens` and the second poll. */
  minutes?: number;
}

const RETAIL = { ids: ['jobs'], projectId: byId(PROJECT_IDS.retail) };
const FILES = { path: '/shops', recursive: true };
const write =
  (content: string) =>
  ({ confFiles }: Sandbox) =>
    confFiles.write('/shops/prices.conf', content);

/** Calls by the node's folder and the event. */
const EVENTS: Record<string, Record<string, EventCall>> = {
  ProjectsTrigger: {
    runFailed: {
      fields: { ...RETAIL, options: { logLines: 2 } },
      happens: ({ store }) => {
        store.setScript(JOB_IDS.salesExtraction, {
          queueSeconds: 2,
          durationSeconds: 40,
          outcome: 'FAILED',
          outcomeDetails: 'The container exited with code 1',
        });
        store.startRun(JOB_IDS.salesExtraction);
      },
      minutes: 1,
    },
    scheduleMissed: {
      fields: { ...RETAIL, gracePeriodMinutes: 15 },
      before: ({ store }) => {
        store.addJob({
          projectId: PROJECT_IDS.retail,
          name: 'Import returns',
          settings: { isScheduled: true, cronScheduling: '0 * * * *', scheduleTimezone: 'UTC' },
        });
      },
      happens: () => undefined,
      minutes: 76,
    },
  },
  ConfFilesTrigger: {
    fileUpdated: {
      fields: FILES,
      before: write('currency=EUR'),
      happens: write('currency=USD;'),
      minutes: 5,
    },
  },
};

export async function recordEvents(node: string): Promise<Map<string, Example>> {
  const examples = new Map<string, Example>();
  for (const [event, call] of Object.entries(EVENTS[node] ?? {})) {
    examples.set(event, await recordEvent(node, event, call));
  }
  return examples;
}

async function recordEvent(node: string, event: string, call: EventCall): Promise<Example> {
  return await inMadeUpTime(async (sandbox, time) => {
    call.before?.(sandbox);
    time.now += MINUTE_MS;
    const fields = { ...call.fields, events: [event] };
    const question = {
      type: `n8n-nodes-data-platform.dataPlatform${node}`,
      parameters: fields as INode['parameters'],
      credentials: credentialsFor(sandbox) as never,
      workflowId: `example of ${event}`,
      // The times in `text` are then in the same time zone as the other times.
      timezone: 'UTC',
    };
    const { staticData } = await pollNode(question);
    time.now += MINUTE_MS;
    call.happens(sandbox);
    time.now += (call.minutes ?? 0) * MINUTE_MS;
    const { items = [] } = await pollNode({ ...question, staticData });
    return buildExample({ fields, items });
  }, true);
}

/** Bounds that keep an example readable. */
const MAX_TEXT = 160;
const MAX_LINES = 6;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Digests of content with random IDs differ. */
const DIGEST = /\b[0-9a-f]{64}\b/g;
const DRAWN = /("containerId":"|"app-)[0-9a-f]{8}\b/g;
/** IDs that every local platform has. */
const SEEDED = /^[1-9]0000000-0000-4000-8000-/;

/** Makes values equal in each run: random IDs get numbers in their order, addresses of this machine a name. */
function makeStabilizer(): <T>(value: T) => T {
  const numbers = new Map<string, string>();
  const stableId = (uuid: string) => {
    if (SEEDED.test(uuid)) return uuid;
    const number = numbers.get(uuid) ?? String(numbers.size + 1).padStart(12, '0');
    numbers.set(uuid, number);
    return `a7c1e2f4-0000-4000-8000-${number}`;
  };
  return <T>(value: T) =>
    JSON.parse(
      JSON.stringify(value)
        .replace(UUID, stableId)
        .replace(DIGEST, '0123456789abcdef'.repeat(4))
        .replace(DRAWN, (_, before: string) => `${before}0123abcd`)
        .replace(/https?:\/\/127\.0\.0\.1:\d+/g, 'https://platform.example.com'),
    ) as T;
}

/** Keeps the first entries of lists (two, or three plain values) and the beginning of long texts, each with `…` if cut. */
function shorten<T>(value: T): T;
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return shortenText(value);
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry !== 'object' || entry === null);
    const first = value.slice(0, isPlain ? 3 : 2).map((entry: unknown) => shorten(entry));
    return first.length < value.length ? [...first, '…'] : first;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shorten(of)]));
}

function shortenText(text: string): string {
  const lines = text.split('\n');
  const few = lines.length > MAX_LINES ? `${lines.slice(0, MAX_LINES).join('\n')}\n…` : text;
  return few.length > MAX_TEXT ? `${few.slice(0, MAX_TEXT)}…` : few;
}
