import { introspectionFromSchema } from 'graphql';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { parentNames } from '../../../../platform/runs/read/parentNames';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

test('names that several executions ask for at the same moment share a request, whoever is canceled', async () => {
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
  const read = async (id: string, signal?: AbortSignal) =>
    (await parentNames(platform.connect().projects, JOB_RUNS, id, { signal })).jobName;
  const [one, other] = [uuid(1), uuid(2)];
  const readAll = async () =>
    await Promise.all([read(one, AbortSignal.abort()), read(other), read(one)]);
  for (let time = 0; time < 2; time++) {
    asked = [];
    expect(await readAll()).toEqual([undefined, `Job ${other}`, `Job ${one}`]);
    expect(asked).toEqual([[one, other]]);
  }
});

test('names that do not arrive within 5 s are left out', async () => {
  const clock = new TestClock();
  const platform = await startRawPlatform(() => undefined);
  const names = parentNames(platform.connect().projects, JOB_RUNS, uuid(1));
  expect(await clock.takenBy(names)).toBe(5_000);
  expect(await names).toEqual({});
});
