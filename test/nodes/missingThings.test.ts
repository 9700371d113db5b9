import type { NodeApiError } from 'n8n-workflow';
import { identifyingFields } from '../../nodes/shared/parameters/itemIdentity';
import { everyOperation, type DescribedOperation } from './tries/everyOperation';
import { runTry, type TryChanges } from './tries/operationTry';
import { cases } from '../support/cases';
import { RECENT } from '../support/generationSchemas';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';
import { startOther } from './Projects/support';

const GONE = '00000000-0000-4000-8000-00000000dead';
const NAME = 'Extract daily sales';
/** The platform itself speaks of another thing then, and so does the message. */
const OTHER_THING = [
  'Projects dockerCredential.update projectId',
  'Projects dockerCredential.delete projectId',
];
/** The oldest platforms have no variables of what does not exist, and do not say that it does not. */
const NO_VARIABLES = /^Projects environmentVariable\.delete (?:projectId|jobId)$/;
/** A run is believed not to exist after some seconds only: `itemFailure.test.ts`. */
const WAITS = ['wait'];

/** Each operation with each of its fields that name a thing by its ID. */
const CASES = everyOperation()
  .filter(({ operation, resource }) => !WAITS.includes(operation) && resource !== 'graphql')
  .flatMap((operation) =>
    locatorsOf(operation).map(({ name, displayName }) => ({ operation, name, displayName })),
  );

function locatorsOf({ fields }: DescribedOperation) {
  const identifying = new Set(identifyingFields(fields).values());
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

const messageFor = ({ displayName }: Case) =>
  `The ${displayName.toLowerCase().replace('docker', 'Docker')} "${NAME}" does not exist any more`;

/** What is wrong with each failure that says that something was not found, and how many others there are. */
async function checkAll(cases: Case[], changes?: TryChanges) {
  const counts = { checked: 0, others: 0 };
  const wrong: string[] = [];
  for (const one of cases) {
    const run = await runWithout(one, changes);
    const name = `${one.operation.name} ${one.name}`;
    if (!run || OTHER_THING.includes(name) || NO_VARIABLES.test(name)) continue;
    const { message, description = '', errorCode } = (run.error ?? {}) as Failure;
    if (errorCode !== 'NOT_FOUND') {
      counts.others++;
      continue;
    }
    counts.checked++;
    const isRight =
      message === messageFor(one) &&
      description?.startsWith(`Choose another one in "${one.displayName}".`) &&
      !/\b(?:line|column) \d/i.test(description);
    if (!isRight) wrong.push(`${name}: ${message} | ${description}`);
  }
  return { wrong, ...counts };
}

test.each([
  ['recent', 60, 0],
  ['middle', 20, Infinity],
] as const)(
  'each operation on a thing that was deleted names the thing and its field, on platforms that are %s',
  async (generation, atLeast, maxOthers) => {
    await sandbox.restart({ generation });
    const { wrong, checked, others } = await checkAll(CASES);
    expect(wrong).toEqual([]);
    expect(others).toBeLessThanOrEqual(maxOthers);
    expect(checked).toBeGreaterThan(atLeast);
  },
);

test('the same where the platform returns null for what it does not have', async () => {
  const other = await untilTestEnds(startOther(RECENT, {}));
  // A change that answers null has been made for all that is known.
  const reads = CASES.filter(({ operation }) => READS.test(operation.operation));
  const { wrong, checked } = await checkAll(reads, {
    credentials: { dataPlatformApi: other.credentials },
  });
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(10);
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
        const read = failed.map(({ json }) => [json.error, json.errorCode, json[nameField]]);
        const expected = items.map(() => [messageFor(one), 'NOT_FOUND', NAME]);
        expect([one.operation.name, read]).toEqual([one.operation.name, expected]);
        // As many as before: a name needs none.
        expect(sandbox.stats.requests - requests).toBeLessThan(count + 12);
      }
    });
  },
);
