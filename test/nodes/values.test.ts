import type { INodeProperties } from 'n8n-workflow';
import { pollNode } from '../support/engine/poll';
import type { WorkflowRun } from '../support/engine/runWorkflow';
import { cases, takeSample, takeTableSample } from '../support/cases';
import { everyOperation, type DescribedOperation } from './tries/everyOperation';
import {
  findCheckedFields,
  findFieldsOfTypes,
  listTextValues,
  listWrongValues,
  type CheckedField,
} from '../support/descriptions/fieldValues';
import { readDescription, NODE_FOLDERS } from '../support/descriptions/packageNodes';
import { credentialsFor, runTry, type TryChanges } from './tries/operationTry';
import { failureOf } from '../support/failureOf';
import { sandboxForAllTests } from '../support/testSandbox';

const FROM_THE_ITEM = '={{ $json.value }}';
const CONTINUES = { onError: 'continueRegularOutput' } as const;

const sandbox = sandboxForAllTests({ seedRuns: false });

/** Each operation with some of its fields, and each field of a node in some operation. */
const PLAYED = takeSample(
  everyOperation().flatMap((operation) =>
    findCheckedFields(operation.fields).map((checked) => ({ operation, checked })),
  ),
  ({ operation }) => operation.name,
  ({ operation, checked }) => `${operation.node} ${checked.path}`,
);

describe.each([...new Set(PLAYED.map(({ operation }) => operation))])('$name', (operation) => {
  const fields = PLAYED.filter((one) => one.operation === operation);

  test.each([
    ['refuses what a field does not allow, by its name and before anything is sent', wronglyTaken],
    ['takes numbers and booleans as text', wronglyRefused],
  ])('%s', async (_what, problemsOf) => {
    const problems: string[] = [];
    for (const { checked } of fields) problems.push(...(await problemsOf(operation, checked)));
    expect(problems).toEqual([]);
  });
});

/** Of each field some of the values, of another one others. */
const STEP = cases(1, 6);
let fieldsTried = 0;
const isPlayed = (_value: unknown, index: number) => (index + fieldsTried) % STEP === 0;

/** The wrong values that a field took, or that were refused without its name or after a request. */
async function wronglyTaken(operation: DescribedOperation, checked: CheckedField) {
  const { field } = checked;
  // Where no expression can give it, what is not there is filled in by n8n.
  const isGiven = (value: unknown) => value !== undefined || field.noDataExpression !== true;
  const values = listWrongValues(field).filter(isGiven);
  fieldsTried++;
  const together = await outcomesOf(operation, checked, values);
  // Values that all items share are read once, so each value is tried by itself.
  const isOneForAll = new Set(together.texts).size === 1;
  const tried = isOneForAll ? values.filter(isPlayed) : values;
  const outcomes = isOneForAll ? [] : [together];
  for (const value of isOneForAll ? tried : []) {
    outcomes.push(await outcomesOf(operation, checked, [value]));
  }
  const texts = outcomes.flatMap((outcome) => outcome.texts);
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0);
  return [
    ...tried.flatMap((value, index) => {
      const text = texts[index] ?? 'no output';
      return isRefusal(text, field) ? [] : [`${checked.path} took ${literal(value)}: ${text}`];
    }),
    ...(requests > 0 ? [`${checked.path}: ${requests} requests were sent`] : []),
  ];
}

async function outcomesOf(
  operation: DescribedOperation,
  { field, buildParameters }: CheckedField,
  values: unknown[],
): Promise<{ texts: string[]; requests: number }> {
  const [tried] = operation.tries;
  const given = tried.parameters(sandbox);
  const [first = {}] = tried.items ?? [];
  const written = field.noDataExpression ? values[0] : FROM_THE_ITEM;
  const changes: TryChanges = {
    parameters: buildParameters(given, written),
    items: values.map((value) => ({ ...first, json: { ...first.json, value } as never })),
    settings: CONTINUES,
  };
  const before = sandbox.stats.requests;
  const run = await runTry(sandbox, tried, changes);
  return { texts: textsOf(run, values.length), requests: sandbox.stats.requests - before };
}

function textsOf({ json, error }: WorkflowRun, count: number): string[] {
  if (error) return Array.from({ length: count }, () => error.message);
  return json.map(({ error: failure, message }) => String(failure ?? message ?? 'no failure'));
}

async function wronglyRefused(
  operation: DescribedOperation,
  { field, path, buildParameters }: CheckedField,
) {
  const [tried] = operation.tries;
  const problems: string[] = [];
  for (const text of listTextValues(field)) {
    const given = tried.parameters(sandbox);
    const run = await runTry(sandbox, tried, {
      parameters: buildParameters(given, `={{ ${JSON.stringify(text)} }}`),
    });
    const [told = ''] = textsOf(run, 1);
    if (isRefusal(told, field)) problems.push(`${path} refused ${literal(text)}: ${told}`);
  }
  return problems;
}

const SLIPS = [
  '={{ new Date("none") }}',
  '={{ BigInt(12) }}',
  '={{ { "a": [NaN] } }}',
  '={{ {} }} ',
];
const SENT_AS_THEY_ARE = ['json', 'string', 'resourceLocator', 'resourceMapper'];
const TOLD_AS_DONE = /may have been done|not known whether|look at the platform/i;
/** Fields that only narrow the editor's list of another field, and are read for it. */
const NARROWED: ReadonlyMap<string, string[]> = new Map([
  ['projectId', ['jobId', 'pipelineId', 'appId', 'volumeId', 'runId']],
  ['jobId', ['runId']],
  ['pipelineId', ['runId']],
]);
const OPERATIONS = everyOperation();
const SLIPS_PLAYED = takeTableSample(SLIPS, OPERATIONS);

/** What an expression in a field comes to; undefined where the call has nothing that could hold one. */
function slipped({ type, name }: INodeProperties, given: object, expression: string): unknown {
  if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: expression };
  if (type !== 'resourceMapper') return expression;
  const { value } = ((given as Record<string, unknown>)[name] ?? {}) as { value?: object };
  const slips = Object.keys(value ?? {}).map((argument) => [argument, expression]);
  return value && { mappingMode: 'defineBelow', value: Object.fromEntries(slips) };
}

test.each(OPERATIONS)(
  '$name: a value that cannot be sent is refused by name, and never reported as done',
  async (operation) => {
    const [tried] = operation.tries;
    const texts = operation.fields.filter(
      ({ type, required, default: usual }) => required && type === 'string' && usual !== '',
    );
    const defaults = Object.fromEntries(texts.map((field) => [field.name, field.default]));
    const given = { ...defaults, ...tried.parameters(sandbox) };
    const names = new Set(operation.fields.map((field) => field.name));
    const narrows = (field: string) => NARROWED.get(field)?.some((name) => names.has(name));
    const problems: string[] = [];
    for (const expression of SLIPS_PLAYED.get(operation) ?? []) {
      for (const { field, path, buildParameters } of findFieldsOfTypes(
        operation.fields,
        SENT_AS_THEY_ARE,
      )) {
        const written = slipped(field, given, expression);
        if (written === undefined || field.displayOptions?.show?.['@tool']) continue;
        const parameters = buildParameters(given, written);
        const { error, json } = await runTry(sandbox, tried, { parameters });
        // Syncing a folder tells of each file, also of one that failed.
        const told = error ? `${error.message} ${error.description}` : JSON.stringify(json);
        const isRefused = told.includes('cannot be sent') || narrows(path);
        if (isRefused && !TOLD_AS_DONE.test(told)) continue;
        problems.push(`${path} ${expression}: ${told.slice(0, 200)}`);
      }
    }
    expect(problems).toEqual([]);
  },
);

const triggers = NODE_FOLDERS.flatMap((node) => {
  const { group, properties } = readDescription(node);
  return group.includes('trigger') ? [[node, findCheckedFields(properties)] as const] : [];
});

test.each(triggers)('%s refuses what a field does not allow', async (node, fields) => {
  const problems: string[] = [];
  for (const { field, path, buildParameters } of fields) {
    for (const value of listWrongValues(field)) {
      const written = field.noDataExpression ? value : `={{ ${literal(value)} }}`;
      // n8n fills in what is not there.
      if (written === undefined) continue;
      const before = sandbox.stats.requests;
      const { message } = await failureOf<Error>(
        pollNode({
          type: `n8n-nodes-data-platform.dataPlatform${node}`,
          parameters: buildParameters({}, written) as never,
          credentials: credentialsFor(sandbox),
        }),
      );
      if (!isRefusal(message, field)) problems.push(`${path} took ${literal(value)}: ${message}`);
      if (sandbox.stats.requests > before) problems.push(`${path}: a request was sent`);
    }
  }
  expect(problems).toEqual([]);
});

function isRefusal(told: string, { displayName }: INodeProperties): boolean {
  return told.startsWith(`"${displayName}" `) && /" (?:must be|cannot be|is empty)/.test(told);
}

function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
}
