import { readBinary } from '../../support/engine/binaryData';
import { pollNode } from '../../support/engine/poll';
import { schemaMismatches } from '../../support/descriptions/outputSchema';
import { startEmptySandbox } from '../ConfFiles/support';
import { sandboxWithFiles, fetchTestEvent, told, triggerNode, watch } from './support';

const sandbox = sandboxWithFiles();
const write = (...paths: string[]) => {
  for (const path of paths) sandbox.confFiles.write(path, path);
};

/** A trigger that is active, of a folder with these files. */
async function active(parameters: object, ...paths: string[]) {
  write(...paths);
  const trigger = watch(sandbox, parameters as never);
  expect((await trigger.activate()).items).toBeUndefined();
  return trigger;
}

test.each(['names', 'wrapped'] as const)(
  'activation reports nothing old, then each change comes once, where listings come as %s',
  async (listingForm) => {
    sandbox.confFiles.listingForm = listingForm;
    const trigger = await active({}, '/old.txt', '/sub/deep/old.txt');
    expect((await trigger.poll()).items).toBeUndefined();

    sandbox.confFiles.write('/sub/new 100%.txt', 'new');
    sandbox.confFiles.write('/old.txt', '/OLD.txt');
    sandbox.confFiles.remove('/sub/deep/old.txt');
    const poll = await trigger.poll();
    expect(told(poll).sort()).toEqual([
      'fileCreated /sub/new 100%.txt',
      'fileDeleted /sub/deep/old.txt',
      'fileUpdated /old.txt',
    ]);
    expect(poll.json.find(({ event }) => event === 'fileCreated')).toMatchObject({ size: 3 });
    expect(poll.json.at(-1)).toEqual({ event: 'fileDeleted', path: '/sub/deep/old.txt' });
    const mismatches = (json: object) => schemaMismatches('ConfFilesTrigger', '../v1.0.0', json);
    expect(poll.json.flatMap(mismatches)).toEqual([]);
    expect((await trigger.poll()).items).toBeUndefined();
  },
);

test('only the files directly in the folder, without its subfolders', async () => {
  const trigger = await active({ path: 'top/', recursive: false }, '/top/a');
  write('/top/b', '/top/sub/c', '/d');
  expect(told(await trigger.poll())).toEqual(['fileCreated /top/b']);
});

test.each([{ path: '/sub' }, { recursive: false }])(
  'a node that was changed to %j starts anew',
  async (parameters) => {
    const trigger = await active({}, '/a', '/sub/b');
    expect((await trigger.activate(parameters)).items).toBeUndefined();
    expect((await trigger.poll()).items).toBeUndefined();
  },
);

test('another platform behind the same credential starts anew', async () => {
  const other = await startEmptySandbox();
  write('/a');
  const staticData = {};
  await pollNode({ ...triggerNode(sandbox), staticData });
  const polled = pollNode({ ...triggerNode(other), staticData }).finally(() => other.close());
  expect((await polled).items).toBeUndefined();
});

test('other events wanted, and the rest as before: nothing is missed', async () => {
  const trigger = await active({});
  write('/a');
  expect(told(await trigger.activate({ events: ['fileCreated'] }))).toEqual(['fileCreated /a']);
});

test('n8n notices what is remembered, and it is short', async () => {
  write(...Array.from({ length: 500 }, (_, i) => `/folder/file-${i}.properties`));
  const { staticData, staticDataChanged } = await pollNode(triggerNode(sandbox));
  expect(staticDataChanged).toBe(true);
  // docs/triggers.md: 1 MB for 10,000 files.
  expect(JSON.stringify(staticData).length / 500).toBeLessThan(60);
});

describe('a test event', () => {
  test('is the file that changed last, and nothing is remembered of it', async () => {
    write('/z', '/sub/latest');
    const staticData = {};
    const { json, staticDataChanged } = await fetchTestEvent(sandbox, {}, staticData);
    expect(json).toEqual([
      { event: 'fileUpdated', path: '/sub/latest', size: 11, modifiedAt: expect.any(String) },
    ]);
    expect([staticData, staticDataChanged]).toEqual([{}, false]);
  });

  test('comes where listings report no times, with its content', async () => {
    sandbox.confFiles.listingForm = 'names';
    write('/a.txt');
    const { items } = await fetchTestEvent(sandbox, { download: true });
    expect(items?.[0]?.json).toEqual({ event: 'fileUpdated', path: '/a.txt' });
    expect((await readBinary(items?.[0]?.binary?.data?.id)).toString()).toBe('/a.txt');
  });
});

describe('with download', () => {
  test('created and updated files carry their content', async () => {
    const trigger = await active({ download: true }, '/gone', '/a.json');
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
    const trigger = await active({ download: true });
    write('/a');
    const operation = 'confRetrieve';
    sandbox.accidents.add({ kind: 'status', status: 404, body: 'json', operation });
    const { items } = await trigger.poll();
    expect(items?.map(({ json, binary }) => [json.path, binary])).toEqual([['/a', undefined]]);
  });

  test('a download that fails otherwise fails the poll, and the next one reports the change', async () => {
    const trigger = await active({ download: true });
    write('/a', '/b');
    sandbox.accidents.add({ kind: 'status', status: 403, operation: 'confRetrieve', skip: 1 });
    await expect(trigger.poll()).rejects.toThrow(/did not retrieve \/[ab]: .*HTTP 403/);
    expect(told(await trigger.poll())).toEqual(['fileCreated /a', 'fileCreated /b']);
  });
});
