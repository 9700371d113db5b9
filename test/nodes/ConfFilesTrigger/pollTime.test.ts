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

test('a poll without the time to compare all files fails, and the next one returns each change once', async () => {
  tellsTimes = false;
  const poll = trigger(false);
  many(20);
  await poll();
  files.set('a', 'first');
  many(20, 'y');
  slow.set('f019', 0);
  await expect(poll(BUDGET_MS)).rejects.toThrow('did not finish within n8n’s limit of 1 seconds');
  slow.clear();
  const updated = Array.from({ length: 20 }, (_, i) => `fileUpdated /f${`${i}`.padStart(3, '0')}`);
  expect(told(await poll()).sort()).toEqual(['fileCreated /a', ...updated]);
  expect((await poll()).items).toBeUndefined();
});

test('a memory of another version is reset: no event is emitted', async () => {
  const poll = trigger(false);
  files.set('a', 'x');
  const { staticData } = await poll();
  const other = { ...staticData, version: 0, state: { '/b': 'another format' } };
  const again = await trigger(false, other as never)();
  expect(again.items).toBeUndefined();
  expect(again.warnings).toEqual([expect.stringMatching(/ cannot be read\. .*starts over\.$/)]);
  expect(again.staticData.state).toEqual(staticData.state);
});
