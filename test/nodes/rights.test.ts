import { runNode } from '../support/engine/runWorkflow';
import { type Accident, JOB_IDS, startSandbox } from '../../sandbox';
import { RESOURCES } from '../../nodes/outputs';
import { everyOperation } from './tries/everyOperation';
import { rowsBelow } from '../support/markdownTable';
import { runTry } from './tries/operationTry';
import { sandboxForAllTests } from '../support/testSandbox';
import { readText } from '../support/repository';
import { untilTestEnds } from '../support/untilTestEnds';

/** How a platform that lets nobody do anything refuses each of its parts. */
const GRAPHQL: Accident = {
  kind: 'errors',
  errors: [{ message: 'Access denied', extensions: { code: 'FORBIDDEN' } }],
};
const HTTP: Accident = { kind: 'status', status: 403, body: 'json' };
const REFUSALS: Record<string, Accident> = {
  '/projects/api': GRAPHQL,
  '/technology/api': GRAPHQL,
  '/gateway/api': GRAPHQL,
  '/settings/api': HTTP,
  '/conf': HTTP,
};

/** The messages that the page tells; `…` stands for anything. */
const MESSAGES = rowsBelow(readText('docs/rights.md'), 'What you see if a right is missing').map(
  ([, message = '', code = '']) => {
    const parts = message.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const words = new RegExp(`^${parts.join('.+')}$`, 's');
    return { message, words, code: code.replaceAll('`', ''), isMet: false };
  },
);

/** Whether the page has this message with this code. */
function told(message: string, code: unknown): boolean {
  const fitting = MESSAGES.filter(({ words, code: its }) => words.test(message) && its === code);
  // The one that says most at its beginning.
  const [row] = fitting.sort((a, b) => b.message.indexOf('…') - a.message.indexOf('…'));
  if (row) row.isMet = true;
  return row !== undefined;
}

const sandbox = sandboxForAllTests({ seedRuns: false });

/** An operation that asks the platform nothing cannot be refused. */
const REFUSABLE = everyOperation().filter(({ node, resource, operation }) => {
  const operations = RESOURCES[node]?.find(({ value }) => value === resource)?.operations;
  return !operations?.find(({ value }) => value === operation)?.needsNoCredential;
});

test.each(REFUSABLE)('$name says that it is not allowed', async ({ tries: [tried], fields }) => {
  const parameters = tried.parameters(sandbox);
  const options = fields.find(({ name }) => name === 'options')?.options ?? [];
  const isWait = options.some(({ name }) => name === 'timeout');
  for (const [path, accident] of Object.entries(REFUSALS)) {
    sandbox.accidents.add({ ...accident, path, times: Infinity });
  }
  sandbox.cluster.forbidden = new Set(['nodes', 'pods', 'secrets', 'services/proxy']);
  const run = await runTry(sandbox, tried, {
    parameters: { ...parameters, ...(isWait && { options: { timeout: 1 } }) },
    settings: { onError: 'continueRegularOutput' },
  });
  sandbox.accidents.clear();
  sandbox.cluster.forbidden = new Set(['namespaces']);
  const failed = run.outputs.flat().map(({ json }) => json);
  expect(failed.length).toBeGreaterThan(0);
  const untold = failed.filter(({ error, errorCode }) => !told(String(error), errorCode));
  expect(untold.map(({ error, errorCode }) => [error, errorCode])).toEqual([]);
});

test('a login that is refused is reported as docs/rights.md says', async () => {
  const { error } = await runNode(
    { parameters: { resource: 'project', operation: 'getAll' } },
    { dataPlatformApi: { ...sandbox.credentials, password: 'wrong' } },
  );
  expect(told(String(error?.message), 'LOGIN_FAILED')).toBe(true);
});

test('a wait whose run may not be read is reported as docs/rights.md says', async () => {
  const other = await untilTestEnds(startSandbox({ seedRuns: false }));
  const runId = other.store.startRun(JOB_IDS.salesExtraction)?.id ?? '';
  // The schema may be read.
  other.accidents.add({ ...GRAPHQL, path: '/projects/api', skip: 1, times: Infinity });
  const { error } = await runNode(
    {
      parameters: {
        ...{ resource: 'jobRun', operation: 'wait', options: { timeout: 1 } },
        runId: { __rl: true, mode: 'id', value: runId },
      },
    },
    { dataPlatformApi: other.credentials },
  );
  expect(told(String(error?.message), 'TIMED_OUT')).toBe(true);
});

test('each row of docs/rights.md is a message that was met here', () => {
  expect(MESSAGES.length).toBeGreaterThan(5);
  expect(MESSAGES.filter(({ isMet }) => !isMet).map(({ message }) => message)).toEqual([]);
});
