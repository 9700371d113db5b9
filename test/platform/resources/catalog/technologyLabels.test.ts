import { setTimeout as pause } from 'node:timers/promises';
import { withTechnologyLabels } from '../../../../platform/resources/catalog/technologyLabels';
import { getLiveSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { TECHNOLOGY_IDS } from '../../../../sandbox';
import { NO_SUCH_ID } from '../../../support/ids';
import { TestClock } from '../../../support/testClock';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });
let platform: Platform;
beforeEach(() => {
  platform = Platform.connect(sandbox.credentials);
});
/** Labels are waited for no longer than 3 s, and a busy machine may need these for the schema. */
const readSchema = async () => await getLiveSchema(await platform.catalog());
const labelled = async (...things: object[]) => await withTechnologyLabels(platform, things);

const PYTHON = { name: 'a', technology: { id: TECHNOLOGY_IDS.python } };
const SPARK = { name: 'b', technology: { id: TECHNOLOGY_IDS.spark } };
const PYTHON_LABELLED = { name: 'a', technology: { ...PYTHON.technology, label: 'Python' } };
const SPARK_LABELLED = { name: 'b', technology: { ...SPARK.technology, label: 'Spark' } };
/** Requests for labels. */
const asked = () => sandbox.stats.byOperation.technology ?? 0;

test('many things are one question; the next ones, and what has a label or no technology, are none', async () => {
  const clock = new TestClock();
  const without = [PYTHON_LABELLED, { name: 'c' }, { technology: null }];
  expect(await labelled(...without)).toEqual(without);
  expect(sandbox.stats.requests).toBe(0);
  await readSchema();
  const alone = Array.from({ length: 100 }, (_, n) => labelled(n % 2 ? PYTHON : SPARK));
  const expected = alone.map((_, n) => [n % 2 ? PYTHON_LABELLED : SPARK_LABELLED]);
  expect(await Promise.all(alone)).toEqual(expected);
  expect(await labelled(PYTHON, SPARK)).toEqual([PYTHON_LABELLED, SPARK_LABELLED]);
  expect(asked()).toBe(1);
  await clock.pass(6 * 60_000);
  expect(await labelled(PYTHON)).toEqual([PYTHON_LABELLED]);
  expect(asked()).toBe(2);
});

test('a technology that the catalog does not know has no label, the others have', async () => {
  await readSchema();
  const unknown = { name: 'c', technology: { id: NO_SUCH_ID } };
  const odd = { name: 'd', technology: { id: 'no UUID' } };
  const expected = [unknown, PYTHON_LABELLED, odd, SPARK_LABELLED];
  expect(await labelled(unknown, PYTHON, odd, SPARK)).toEqual(expected);
  const before = asked();
  expect(await labelled(unknown, PYTHON, odd, SPARK)).toEqual(expected);
  expect(asked()).toBe(before);
});

test('a catalog that is away is asked again a minute later, and nothing fails', async () => {
  const clock = new TestClock();
  for (const path of ['/technology', '/gateway']) {
    sandbox.faults.add({ kind: 'status', status: 404, path, times: 1 });
  }
  expect(await labelled(PYTHON)).toEqual([PYTHON]);
  const { requests } = sandbox.stats;
  expect(await labelled(PYTHON)).toEqual([PYTHON]);
  expect(sandbox.stats.requests).toBe(requests);
  await clock.pass(61_000);
  expect(await labelled(PYTHON)).toEqual([PYTHON_LABELLED]);
});

test('a catalog that hangs holds nothing back for long, and a cancel not at all', async () => {
  sandbox.faults.add({ kind: 'hang', operation: 'technology', times: 100 });
  const cancel = new AbortController();
  const ended: string[] = [];
  const cancelled = withTechnologyLabels(platform, [SPARK], { signal: cancel.signal });
  const both = [
    cancelled.finally(() => ended.push('the cancelled one')),
    labelled(PYTHON).finally(() => ended.push('the other one')),
  ];
  while (asked() === 0) await pause(5);
  cancel.abort();
  expect(await Promise.all(both)).toEqual([[SPARK], [PYTHON]]);
  expect(ended).toEqual(['the cancelled one', 'the other one']);
});
