import { setTimeout as pause } from 'node:timers/promises';
import { withTechnologyLabels } from '../../../../platform/resources/catalog/technologyLabels';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { TECHNOLOGY_IDS } from '../../../../sandbox';
import { NO_SUCH_ID } from '../../../support/ids';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });
let platform: Platform;
let clock: jest.SpyInstance | undefined;
beforeEach(() => {
  platform = Platform.connect(sandbox.credentials);
});
/** Labels are waited for no longer than 3 s, and a busy machine may need these for the schema. */
const readSchema = async () => await wholeSchema(await platform.catalog());

afterEach(() => clock?.mockRestore());

const PYTHON = { name: 'a', technology: { id: TECHNOLOGY_IDS.python } };
const SPARK = { name: 'b', technology: { id: TECHNOLOGY_IDS.spark } };
const labelled = <Thing extends { technology?: object }>(thing: Thing, label: string) => ({
  ...thing,
  technology: { ...thing.technology, label },
});
/** Requests for labels. */
const asked = () => sandbox.stats.byOperation.technology ?? 0;
const later = (ms: number) => {
  const now = Date.now() + ms;
  clock?.mockRestore();
  clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
};

test('many things are one question; the next ones, and what has a label or no technology, are none', async () => {
  const without = [labelled(PYTHON, 'Own words'), { name: 'c' }, { technology: null }];
  expect(await withTechnologyLabels(platform, without)).toEqual(without);
  expect(sandbox.stats.requests).toBe(0);
  await readSchema();
  const things = Array.from({ length: 100 }, (_, n) => (n % 2 ? PYTHON : SPARK));
  const alone = await Promise.all(things.map((thing) => withTechnologyLabels(platform, [thing])));
  const expected = things.map((thing) => labelled(thing, thing === PYTHON ? 'Python' : 'Spark'));
  expect(alone.flat()).toEqual(expected);
  expect(await withTechnologyLabels(platform, things)).toEqual(expected);
  expect(asked()).toBe(1);
  later(6 * 60_000);
  expect(await withTechnologyLabels(platform, [PYTHON])).toEqual([labelled(PYTHON, 'Python')]);
  expect(asked()).toBe(2);
});

test('a technology that the catalog does not know has no label, the others have', async () => {
  await readSchema();
  const unknown = { name: 'c', technology: { id: NO_SUCH_ID } };
  const odd = { name: 'd', technology: { id: 'no UUID' } };
  const things = [unknown, PYTHON, odd, SPARK];
  const expected = [unknown, labelled(PYTHON, 'Python'), odd, labelled(SPARK, 'Spark')];
  expect(await withTechnologyLabels(platform, things)).toEqual(expected);
  const requests = asked();
  expect(await withTechnologyLabels(platform, things)).toEqual(expected);
  expect(asked()).toBe(requests);
});

test('a catalog that is away is asked again a minute later, and nothing fails', async () => {
  sandbox.accidents.add(
    { kind: 'status', status: 404, path: '/technology', times: 1 },
    { kind: 'status', status: 404, path: '/gateway', times: 1 },
  );
  expect(await withTechnologyLabels(platform, [PYTHON])).toEqual([PYTHON]);
  const { requests } = sandbox.stats;
  expect(await withTechnologyLabels(platform, [PYTHON])).toEqual([PYTHON]);
  expect(sandbox.stats.requests).toBe(requests);
  later(61_000);
  expect(await withTechnologyLabels(platform, [PYTHON])).toEqual([labelled(PYTHON, 'Python')]);
});

test('a catalog that hangs holds nothing back for long, nor a cancel', async () => {
  sandbox.accidents.add({ kind: 'hang', operation: 'technology', times: 100 });
  const started = Date.now();
  const cancel = new AbortController();
  const cancelled = withTechnologyLabels(platform, [SPARK], { signal: cancel.signal });
  const waiting = withTechnologyLabels(platform, [PYTHON]);
  await pause(100);
  cancel.abort();
  expect(await cancelled).toEqual([SPARK]);
  expect(Date.now() - started).toBeLessThan(2_000);
  expect(await waiting).toEqual([PYTHON]);
  expect(Date.now() - started).toBeLessThan(6_000);
});
