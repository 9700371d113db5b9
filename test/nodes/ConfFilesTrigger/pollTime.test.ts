import type { IDataObject } from 'n8n-workflow';
import { pollNode } from '../../support/engine/poll';
import { sendJson, startRawServer, type RawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { told, triggerNode } from './support';

const BUDGET_MS = 1000;

let server: RawServer;
let files: Map<string, string>;
/** Whether the listing tells sizes and times, so that content need not be read. */
let tellsTimes: boolean;
/** Files whose content comes so many times, and never again. */
let slow: Map<string, number>;

beforeEach(async () => {
  files = new Map();
  tellsTimes = true;
  slow = new Map();
  const starting = startRawServer(({ path }, response) => {
    const entry = ([name, text]: [string, string]) =>
      tellsTimes ? { name, size: text.length, mtime: 1_700_000_000 } : name;
    const name = path.split('/').pop() ?? '';
    if (path.includes('?path=')) sendJson(response, [...files].map(entry));
    else if (mayCome(name)) response.end(files.get(name));
  });
  server = await untilTestEnds(starting);
});

function mayCome(name: string): boolean {
  const left = slow.get(name);
  if (left) slow.set(name, left - 1);
  return left !== 0;
}

const trigger =
  (download: boolean, staticData: IDataObject = {}) =>
  async (budgetMs = 60_000) => {
    const { baseUrl } = server;
    const service = { baseUrl, localAddress: baseUrl, customer: 'demo', platformId: '1' };
    const uploadCredentials = { ...service, uploadToken: 'token', uploadFormat: 'binary' as const };
    const node = triggerNode({ uploadCredentials }, { recursive: false, download });
    return await pollNode({ ...node, staticData, budgetMs });
  };

const many = (count: number, text = 'x') => {
  for (let i = 0; i < count; i++) files.set(`f${String(i).padStart(3, '0')}`, text);
};

test.each([
  [0, 0],
  [20, 0],
  [20, 1],
])(
  'what there is no time to download beside %i files, read %i times, is reported by the next poll, once',
  async (count, times) => {
    const poll = trigger(true);
    await poll();
    many(count);
    files.set('slow', 'x');
    slow.set('slow', times);
    // How many others come while one never does depends on the machine: none is an error.
    const first = await poll(BUDGET_MS).then(told, (error: Error) => {
      expect(error.message).toContain('did not finish within n8n’s limit of 1 seconds');
      return null;
    });
    if (count === 0) expect(first).toBeNull();
    slow.clear();
    const rest = told(await poll());
    expect(rest).toContain('fileCreated /slow');
    const all = [...(first ?? []), ...rest].sort();
    expect(all).toEqual([...files.keys()].map((name) => `fileCreated /${name}`));
    expect((await poll()).items).toBeUndefined();
  },
);

test('what there is no time to compare is compared by the next poll', async () => {
  tellsTimes = false;
  const poll = trigger(false);
  many(100);
  await poll();
  // More than are read at once: those behind them have to wait.
  for (let i = 0; i < 8; i++) slow.set(`f00${i}`, 0);
  files.set('a', 'first');
  many(100, 'y');
  const early = [...told(await poll(BUDGET_MS)), ...told(await poll(BUDGET_MS))];
  // The second one began behind those that never came.
  expect(early).toContain('fileUpdated /f008');
  expect(early.filter((event) => /f00[0-7]$/.test(event))).toEqual([]);
  slow.clear();
  const all = [...early, ...told(await poll())];
  const updated = Array.from({ length: 100 }, (_, i) => `fileUpdated /f${`${i}`.padStart(3, '0')}`);
  expect(all.sort()).toEqual(['fileCreated /a', ...updated]);
  expect((await poll()).items).toBeUndefined();
});

test('files that the first poll has no time to read are not news later', async () => {
  tellsTimes = false;
  const poll = trigger(false);
  many(20);
  for (let i = 1; i < 10; i++) slow.set(`f00${i}`, 0);
  expect((await poll(BUDGET_MS)).items).toBeUndefined();
  slow.clear();
  expect((await poll()).items).toBeUndefined();
  many(20, 'y');
  expect(told(await poll())).toHaveLength(20);
});

test.each([{ '/a': 7 }, 'text', null])(
  'a damaged memory (%j) is reset: no event is emitted twice',
  async (state) => {
    const poll = trigger(false);
    files.set('a', 'x');
    const { staticData } = await poll();
    const again = await trigger(false, { ...staticData, state } as never)();
    expect(again.items).toBeUndefined();
    expect(again.warnings).toEqual([expect.stringMatching(/ cannot be read\. .*starts over\.$/)]);
    expect(again.staticData.state).toEqual(staticData.state);
  },
);
