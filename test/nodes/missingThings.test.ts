import type { NodeApiError } from 'n8n-workflow';
import { findIdentifyingFields } from '../../nodes/shared/parameters/itemIdentity';
import { everyOperation, type DescribedOperation } from './tries/everyOperation';
import { runTry, type TryChanges } from './tries/operationTry';
import { cases } from '../support/cases';
import { RECENT } from '../support/generationSchemas';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';
import { startOther } from './Projects/support';

const GONE = '00000000-0000-4000-8000-00000000dead';
const NAME = 'Extract daily sales';
/** The oldest platforms have no variables of what does not exist, and do not say that it does not. */
const NO_VARIABLES = /^Projects environmentVariable\.delete (?:projectId|jobId)$/;
/** A run is believed not to exist after some seconds only. */
const WAITS = ['wait'];

/** Each operation with each of its fields that name a thing by its ID. */
const CASES = everyOperation()
  .filter(({ operation, resource }) => !WAITS.includes(operation) && resource !== 'graphql')
  .flatMap((operation) => locatorsOf(operation).map(({ name }) => ({ operation, name })));

function locatorsOf({ fields }: DescribedOperation) {
  const identifying = new Set(findIdentifyingFields(fields).values());
  return fields.filter(({ name, type }) => type === 'resourceLocator' && identifying.has(name));
}

const READS = /^(?:get|getAll|getLogs|getHistory|export|plan|getReport|runAndWait)$/;

const sandbox = sandboxForEachTest();

type Case = (typeof CASES)[number];
type Failure = Partial<NodeApiError> & { errorCode?: string };

/** @returns undefined where the operation's call does not set the field */
async function runWithout({ operation, name }: Case, changes: TryChanges = {}) {
  const [tried] = operation.tries.filter((one) => name in one.parameters(sandbox));
  if (!tried) return undefined;
  const parameters = {
    ...tried.parameters(sandbox),
    [name]: { __rl: true, mode: 'list', value: GONE, cachedResultName: NAME },
  };
  return await runTry(sandbox, tried, { ...changes, parameters });
}

async function checkAll(cases: Case[], changes?: TryChanges) {
  let found = 0;
  const others: string[] = [];
  for (const one of cases) {
    const run = await runWithout(one, changes);
    const name = `${one.operation.name} ${one.name}`;
    if (!run || NO_VARIABLES.test(name)) continue;
    const { message, errorCode } = (run.error ?? {}) as Failure;
    if (errorCode === 'NOT_FOUND') found++;
    else others.push(`${name}: ${message}`);
  }
  return { found, others };
}

test.each([
  ['recent', 60, 0],
  ['middle', 20, Infinity],
] as const)(
  'each operation on a thing that was deleted fails with the code of that, on platforms that are %s',
  async (generation, atLeast, maxOthers) => {
    await sandbox.restart({ generation });
    const { found, others } = await checkAll(CASES);
    expect(others.slice(maxOthers)).toEqual([]);
    expect(found).toBeGreaterThan(atLeast);
  },
);

test('the same where the platform returns null for what it does not have', async () => {
  const other = await untilTestEnds(startOther(RECENT, {}));
  // A change that answers null has been made for all that is known.
  const reads = CASES.filter(({ operation }) => READS.test(operation.operation));
  const { found } = await checkAll(reads, { credentials: { dataPlatformApi: other.credentials } });
  expect(found).toBeGreaterThan(10);
});

const MANY = CASES.filter(
  ({ operation, name }) =>
    ['get', 'run', 'runAndWait'].includes(operation.operation) &&
    operation.node === 'Projects' &&
    operation.resource === name.replace(/Id$/, ''),
);

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
  'On Error: %s',
  (onError) => {
    const output = onError === 'continueErrorOutput' ? 1 : 0;

    test.each([1, cases(100, 3)])('%s failed items of each kind have the name', async (count) => {
      expect(MANY.length).toBeGreaterThan(8);
      const items = Array.from({ length: count }, (_, row) => ({ json: { row } }));
      const settings = { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } as const;
      for (const one of MANY) {
        const { requests } = sandbox.stats;
        const run = await runWithout(one, { items, settings });
        const failed = run?.outputs[output] ?? [];
        const nameField = one.name.replace(/Id$/, 'Name');
        const read = failed.map(({ json }) => [json.errorCode, json[nameField]]);
        const expected = items.map(() => ['NOT_FOUND', NAME]);
        expect([one.operation.name, read]).toEqual([one.operation.name, expected]);
        // As many as before: a name needs none.
        expect(sandbox.stats.requests - requests).toBeLessThan(count + 12);
      }
    });
  },
);
