import type { Sandbox } from '../../../sandbox';
import { pollNode } from '../../support/engine/poll';
import { sendJson, startRawServer } from '../../support/rawServer';
import { startEmptySandbox } from '../ConfFiles/support';
import { tickingClock, told, triggerNode, watch } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox({ clock: tickingClock() });
  for (const path of ['/a', '/sub/b', '/sub/deep/c']) sandbox.confFiles.write(path, path);
});
afterEach(() => sandbox.close());

describe('a folder that is not found', () => {
  test('is gone where the folder above can be listed without it: its files are deleted', async () => {
    const trigger = watch(sandbox, { path: '/sub/deep' });
    await trigger.activate();
    sandbox.confFiles.remove('/sub/b');
    sandbox.confFiles.remove('/sub/deep/c');
    expect(told(await trigger.poll())).toEqual(['fileDeleted /sub/deep/c']);
    sandbox.confFiles.write('/sub/deep/c', 'again');
    expect(told(await trigger.poll())).toEqual(['fileCreated /sub/deep/c']);
  });

  test('is not gone where the folder above still shows it', async () => {
    const trigger = watch(sandbox, { path: '/sub' });
    await trigger.activate();
    sandbox.accidents.add({ kind: 'status', status: 404, operation: 'confList' });
    await expect(trigger.poll()).rejects.toThrow(/did not list \/sub: .*HTTP 404/);
    expect((await trigger.poll()).items).toBeUndefined();
  });

  test('is not gone where nothing is found at all', async () => {
    const trigger = watch(sandbox, { path: '/sub/deep' });
    await trigger.activate();
    sandbox.accidents.add({ kind: 'status', status: 404, operation: 'confList', times: 3 });
    await expect(trigger.poll()).rejects.toThrow(/did not list \/sub\/deep: .*HTTP 404/);
    expect((await trigger.poll()).items).toBeUndefined();
  });

  test('may be watched before it is there', async () => {
    const trigger = watch(sandbox, { path: '/later/on' });
    await trigger.activate();
    sandbox.confFiles.write('/later/on/a', 'a');
    expect(told(await trigger.poll())).toEqual(['fileCreated /later/on/a']);
  });

  test('refuses activation where it is the platform that is not found', async () => {
    const question = triggerNode(sandbox, {}, { platformId: '999' });
    await expect(pollNode(question)).rejects.toThrow(/did not list \/: .*HTTP 404/);
  });
});

test('all files are deleted: a list that is empty, and whole, says so', async () => {
  const trigger = watch(sandbox);
  await trigger.activate();
  for (const path of sandbox.confFiles.paths()) sandbox.confFiles.remove(path);
  expect(told(await trigger.poll())).toEqual([
    'fileDeleted /a',
    'fileDeleted /sub/b',
    'fileDeleted /sub/deep/c',
  ]);
});

test.each([{}, null, '', { files: [], error: 'not mounted' }, { files: [], truncated: true }])(
  'a list that says %j does not say that all files are deleted',
  async (answer) => {
    let listing: unknown = ['a', 'b'];
    const server = await startRawServer(({ path }, response) => {
      sendJson(response, path.includes('?path=') ? listing : 'content');
    });
    try {
      const question = {
        ...triggerNode(sandbox, {}, { localAddress: server.baseUrl }),
        staticData: {},
      };
      await pollNode(question);
      const before = structuredClone(question.staticData);
      listing = answer;
      await expect(pollNode(question)).rejects.toThrow(
        /^The list of files (?:is incomplete|has an unknown format)/,
      );
      expect(question.staticData).toEqual(before);
      listing = [];
      expect(told(await pollNode(question))).toEqual(['fileDeleted /a', 'fileDeleted /b']);
    } finally {
      await server.close();
    }
  },
);

describe('where the content reports what changed', () => {
  beforeEach(() => {
    sandbox.confFiles.listingForm = 'names';
  });

  test('a file that is listed and cannot be found stays as it was', async () => {
    const trigger = watch(sandbox);
    await trigger.activate();
    sandbox.accidents.add({ kind: 'status', status: 404, operation: 'confRetrieve', times: 3 });
    expect((await trigger.poll()).items).toBeUndefined();
    expect((await trigger.poll()).items).toBeUndefined();
  });

  test('a new one that cannot be found yet is reported when it can', async () => {
    const trigger = watch(sandbox, { path: '/new' });
    await trigger.activate();
    sandbox.confFiles.write('/new/file', 'x');
    sandbox.accidents.add({ kind: 'status', status: 404, operation: 'confRetrieve' });
    expect((await trigger.poll()).items).toBeUndefined();
    expect(told(await trigger.poll())).toEqual(['fileCreated /new/file']);
  });

  test('content that breaks off is read again, and is never mistaken for a change', async () => {
    const trigger = watch(sandbox);
    await trigger.activate();
    sandbox.accidents.add({ kind: 'truncated', operation: 'confRetrieve' });
    expect((await trigger.poll()).items).toBeUndefined();
    expect(sandbox.accidents.pending()).toEqual([]);
  });
});

test.each([
  [{ events: [] }, /"Events" is empty/],
  [{ path: '/a/../b' }, /The path .* holds "\.\."/],
])('a node with %j is refused before anything is sent', async (parameters, message) => {
  const before = sandbox.stats.requests;
  await expect(pollNode(triggerNode(sandbox, parameters))).rejects.toThrow(message);
  expect(sandbox.stats.requests).toBe(before);
});
