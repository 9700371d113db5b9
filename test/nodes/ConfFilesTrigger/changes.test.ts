import type { ListingForm, Sandbox } from '../../../sandbox';
import { readBinary } from '../../support/engine/binaryData';
import { pollNode } from '../../support/engine/poll';
import { schemaMismatches } from '../../support/descriptions/outputSchema';
import { startEmptySandbox } from '../ConfFiles/support';
import { fetchTestEvent, tickingClock, told, triggerNode, watch } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox({ clock: tickingClock() });
});
afterEach(() => sandbox.close());

const FORMS: ListingForm[] = ['names', 'wrapped'];

describe.each(FORMS)('where listings come as %s', (listingForm) => {
  beforeEach(() => {
    sandbox.confFiles.listingForm = listingForm;
  });

  test('activation reports nothing old, then each change comes once', async () => {
    sandbox.confFiles.write('/old.txt', 'old');
    sandbox.confFiles.write('/sub/deep/old.txt', 'old');
    const trigger = watch(sandbox);
    expect((await trigger.activate()).items).toBeUndefined();
    expect((await trigger.poll()).items).toBeUndefined();

    sandbox.confFiles.write('/sub/new 100%.txt', 'new');
    sandbox.confFiles.write('/old.txt', 'OLD');
    sandbox.confFiles.remove('/sub/deep/old.txt');
    const poll = await trigger.poll();
    expect(told(poll).sort()).toEqual([
      'fileCreated /sub/new 100%.txt',
      'fileDeleted /sub/deep/old.txt',
      'fileUpdated /old.txt',
    ]);
    expect(poll.json.find(({ event }) => event === 'fileCreated')).toMatchObject({ size: 3 });
    expect(poll.json.at(-1)).toEqual({ event: 'fileDeleted', path: '/sub/deep/old.txt' });
    expect(poll.json.flatMap((json) => mismatchesOfItem(json))).toEqual([]);
    expect((await trigger.poll()).items).toBeUndefined();
  });
});

const mismatchesOfItem = (json: object) => schemaMismatches('ConfFilesTrigger', '../v1.0.0', json);

test('changes come in the order of their times', async () => {
  const trigger = watch(sandbox);
  await trigger.activate();
  for (const path of ['/c', '/sub/a', '/b']) sandbox.confFiles.write(path, path);
  const { json } = await trigger.poll();
  expect(json.map(({ path }) => path)).toEqual(['/c', '/sub/a', '/b']);
  const times = json.map(({ modifiedAt }) => String(modifiedAt));
  expect(times).toEqual([...times].sort());
});

test('only the files directly in the folder, without its subfolders', async () => {
  sandbox.confFiles.write('/top/a', 'a');
  const trigger = watch(sandbox, { path: 'top/', recursive: false });
  await trigger.activate();
  for (const path of ['/top/b', '/top/sub/c', '/d']) sandbox.confFiles.write(path, path);
  expect(told(await trigger.poll())).toEqual(['fileCreated /top/b']);
});

test.each([{ path: '/sub' }, { recursive: false }])(
  'a node that was changed to %j starts anew',
  async (parameters) => {
    sandbox.confFiles.write('/a', 'a');
    sandbox.confFiles.write('/sub/b', 'b');
    const trigger = watch(sandbox);
    await trigger.activate();
    expect((await trigger.activate(parameters)).items).toBeUndefined();
    expect((await trigger.poll()).items).toBeUndefined();
  },
);

test('another platform behind the same credential starts anew', async () => {
  const other = await startEmptySandbox();
  try {
    sandbox.confFiles.write('/a', 'a');
    const staticData = {};
    await pollNode({ ...triggerNode(sandbox), staticData });
    const { items } = await pollNode({ ...triggerNode(other), staticData });
    expect(items).toBeUndefined();
  } finally {
    await other.close();
  }
});

test('other events wanted, and the rest as before: nothing is missed', async () => {
  const trigger = watch(sandbox);
  await trigger.activate();
  sandbox.confFiles.write('/a', 'a');
  expect(told(await trigger.activate({ events: ['fileCreated'] }))).toEqual(['fileCreated /a']);
});

test('n8n notices what is remembered, and it is short', async () => {
  for (let i = 0; i < 500; i++) sandbox.confFiles.write(`/folder/file-${i}.properties`, `${i}`);
  const { staticData, staticDataChanged } = await pollNode(triggerNode(sandbox));
  expect(staticDataChanged).toBe(true);
  // docs/triggers.md: 1 MB for 10,000 files.
  expect(JSON.stringify(staticData).length / 500).toBeLessThan(60);
});

describe('a test event', () => {
  test('is the file that changed last, and nothing is remembered of it', async () => {
    sandbox.confFiles.write('/z', 'z');
    sandbox.confFiles.write('/sub/latest', 'text');
    const staticData = {};
    const { json, staticDataChanged } = await fetchTestEvent(sandbox, {}, staticData);
    expect(json).toEqual([
      { event: 'fileUpdated', path: '/sub/latest', size: 4, modifiedAt: expect.any(String) },
    ]);
    expect([staticData, staticDataChanged]).toEqual([{}, false]);
  });

  test('comes where listings report no times, with its content', async () => {
    sandbox.confFiles.listingForm = 'names';
    sandbox.confFiles.write('/a.txt', 'text');
    const { items } = await fetchTestEvent(sandbox, { download: true });
    expect(items?.[0]?.json).toEqual({ event: 'fileUpdated', path: '/a.txt' });
    expect((await readBinary(items?.[0]?.binary?.data?.id)).toString()).toBe('text');
  });
});

describe('with download', () => {
  test('created and updated files carry their content', async () => {
    sandbox.confFiles.write('/gone', 'x');
    sandbox.confFiles.write('/a.json', '{}');
    const trigger = watch(sandbox, { download: true });
    await trigger.activate();
    sandbox.confFiles.write('/a.json', '{"a":1}');
    sandbox.confFiles.write('/b b.txt', 'ünïcode');
    sandbox.confFiles.remove('/gone');
    const { items = [] } = await trigger.poll();
    expect(items.map(({ json, binary }) => [json.path, binary?.data?.fileName])).toEqual([
      ['/a.json', 'a.json'],
      ['/b b.txt', 'b b.txt'],
      ['/gone', undefined],
    ]);
    expect((await readBinary(items[0]?.binary?.data?.id)).toString()).toBe('{"a":1}');
    expect((await readBinary(items[1]?.binary?.data?.id)).toString()).toBe('ünïcode');
    expect(items[0]?.binary?.data?.mimeType).toBe('application/json');
  });

  test('a file that vanished before it could be read comes without its content', async () => {
    const trigger = watch(sandbox, { download: true });
    await trigger.activate();
    sandbox.confFiles.write('/a', 'a');
    sandbox.accidents.add({
      kind: 'status',
      status: 404,
      body: 'json',
      operation: 'confRetrieve',
    });
    const { items } = await trigger.poll();
    expect(items?.map(({ json, binary }) => [json.path, binary])).toEqual([['/a', undefined]]);
  });

  test('a download that fails otherwise fails the poll, and the next one reports the change', async () => {
    const trigger = watch(sandbox, { download: true });
    await trigger.activate();
    sandbox.confFiles.write('/a', 'a');
    sandbox.confFiles.write('/b', 'b');
    sandbox.accidents.add({ kind: 'status', status: 403, operation: 'confRetrieve', skip: 1 });
    await expect(trigger.poll()).rejects.toThrow(/did not retrieve \/[ab]: .*HTTP 403/);
    expect(told(await trigger.poll())).toEqual(['fileCreated /a', 'fileCreated /b']);
  });
});
