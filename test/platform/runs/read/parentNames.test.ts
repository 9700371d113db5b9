import { introspectionFromSchema } from 'graphql';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { loadParentNames } from '../../../../platform/runs/read/parentNames';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

test('names that are asked for at the same moment share a request, and a canceled one gets none', async () => {
  new TestClock();
  let asked: string[][] = [];
  const platform = await startRawPlatform(({ query }, response) => {
    if (query.includes('__schema')) {
      return sendJson(response, { data: introspectionFromSchema(RECENT) });
    }
    const ids = [...query.matchAll(/job\(\w+: ?"([^"]+)"\)/g)].map(([, id = '']) => id);
    asked.push(ids);
    const data = ids.map((id, index) => [`item${index}`, { name: `Job ${id}` }]);
    sendJson(response, { data: Object.fromEntries(data) });
  });
  const endpoint = platform.connect().projects;
  const read = async (id: string, signal?: AbortSignal) =>
    (await loadParentNames(endpoint, JOB_RUNS, id, { signal })).jobName;
  const [one, other, canceled] = [uuid(1), uuid(2), uuid(3)];
  const readAll = async () =>
    await Promise.all([read(canceled, AbortSignal.abort()), read(other), read(one)]);
  for (let time = 0; time < 2; time++) {
    asked = [];
    expect(await readAll()).toEqual([undefined, `Job ${other}`, `Job ${one}`]);
    expect(asked).toEqual([[other, one]]);
  }
});

test('names that do not arrive within 5 s are left out', async () => {
  const clock = new TestClock();
  const platform = await startRawPlatform(() => undefined);
  const names = loadParentNames(platform.connect().projects, JOB_RUNS, uuid(1));
  expect(await clock.measureDuration(names)).toBe(5_000);
  expect(await names).toStrictEqual({});
});
