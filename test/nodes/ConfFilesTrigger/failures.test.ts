import { pollNode } from '../../support/engine/poll';
import { sendJson, startRawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { sandboxWithFiles, told, triggerNode, watch } from './support';

const sandbox = sandboxWithFiles('/a', '/sub/b', '/sub/deep/c');

async function active(parameters: object = {}) {
  const trigger = watch(sandbox, parameters as never);
  await trigger.activate();
  return trigger;
}
const answer404 = (operation: string, times = 1) =>
  sandbox.accidents.add({ kind: 'status', status: 404, operation, times });

describe('a folder that is not found', () => {
  test('is gone where the folder above can be listed without it: its files are deleted', async () => {
    const trigger = await active({ path: '/sub/deep' });
    for (const path of ['/sub/b', '/sub/deep/c']) sandbox.confFiles.remove(path);
    expect(told(await trigger.poll())).toEqual(['fileDeleted /sub/deep/c']);
    sandbox.confFiles.write('/sub/deep/c', 'again');
    expect(told(await trigger.poll())).toEqual(['fileCreated /sub/deep/c']);
  });

  test.each([
    ['the folder above still shows it', '/sub', 1],
    ['nothing is found at all', '/sub/deep', 3],
  ])('is not gone where %s', async (_name, path, times) => {
    const trigger = await active({ path });
    answer404('confList', times);
    await expect(trigger.poll()).rejects.toThrow(new RegExp(`did not list ${path}: .*HTTP 404`));
    expect((await trigger.poll()).items).toBeUndefined();
  });

  test('may be watched before it is there', async () => {
    const trigger = await active({ path: '/later/on' });
    sandbox.confFiles.write('/later/on/a', 'a');
    expect(told(await trigger.poll())).toEqual(['fileCreated /later/on/a']);
  });

  test('refuses activation where it is the platform that is not found', async () => {
    const question = triggerNode(sandbox, {}, { platformId: '999' });
    await expect(pollNode(question)).rejects.toThrow(/did not list \/: .*HTTP 404/);
  });
});

test('all files are deleted: a list that is empty, and whole, says so', async () => {
  const trigger = await active();
  const paths = sandbox.confFiles.paths();
  for (const path of paths) sandbox.confFiles.remove(path);
  expect(told(await trigger.poll())).toEqual(paths.map((path) => `fileDeleted ${path}`));
});

test.each([
  {},
  null,
  '',
  { files: [], error: 'not mounted' },
  { files: [], truncated: true },
  { content: ['a'], last: false },
])('a list that says %j does not say that all files are deleted', async (answer) => {
  let listing: unknown = ['a', 'b'];
  const { baseUrl } = await untilTestEnds(
    startRawServer(({ path }, response) => {
      sendJson(response, path.includes('?path=') ? listing : 'content');
    }),
  );
  const node = triggerNode(sandbox, {}, { localAddress: baseUrl });
  const question = { ...node, staticData: {} };
  await pollNode(question);
  const before = structuredClone(question.staticData);
  listing = answer;
  await expect(pollNode(question)).rejects.toThrow(
    /^The list of files (?:is incomplete|has an unknown format)/,
  );
  expect(question.staticData).toEqual(before);
  listing = [];
  expect(told(await pollNode(question))).toEqual(['fileDeleted /a', 'fileDeleted /b']);
});

describe('where the content reports what changed', () => {
  beforeEach(() => {
    sandbox.confFiles.listingForm = 'names';
  });

  test('a file that is listed and cannot be found stays as it was', async () => {
    const trigger = await active();
    answer404('confRetrieve', 3);
    expect((await trigger.poll()).items).toBeUndefined();
    expect((await trigger.poll()).items).toBeUndefined();
  });

  test('a new one that cannot be found yet is reported when it can', async () => {
    const trigger = await active({ path: '/new' });
    sandbox.confFiles.write('/new/file', 'x');
    answer404('confRetrieve');
    expect((await trigger.poll()).items).toBeUndefined();
    expect(told(await trigger.poll())).toEqual(['fileCreated /new/file']);
  });

  test('content that breaks off is read again, and is never mistaken for a change', async () => {
    const trigger = await active();
    sandbox.accidents.add({ kind: 'truncated', operation: 'confRetrieve' });
    expect((await trigger.poll()).items).toBeUndefined();
    expect(sandbox.accidents.pending()).toEqual([]);
  });
});

test.each([
  [{ events: [] }, /"Events" is empty/],
  [{ path: '/a/../b' }, /The path .* holds "\.\."/],
])('a node with %j is refused before anything is sent', async (parameters, message) => {
  await expect(pollNode(triggerNode(sandbox, parameters))).rejects.toThrow(message);
  expect(sandbox.stats.requests).toBe(0);
});
