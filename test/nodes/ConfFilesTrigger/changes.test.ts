import type { IDataObject } from 'n8n-workflow';
import { findSchemaMismatches } from '../../support/descriptions/outputSchema';
import { ActiveTrigger } from '../../support/engine/activeTrigger';
import { readBinary } from '../../support/engine/binaryData';
import { pollNode, type PollOptions } from '../../support/engine/poll';
import { type RawServer, sendJson, startRawServer } from '../../support/rawServer';
import { retryAtOnce } from '../../support/retryAtOnce';
import { untilTestEnds } from '../../support/untilTestEnds';
import { clusterCredentials, startEmptySandbox } from '../ConfFiles/support';
import { sandboxInOwnTime, told, triggerNode, watch } from './support';

const sandbox = sandboxInOwnTime();
const write = (...paths: string[]) => {
  for (const path of paths) sandbox.confFiles.write(path, path);
};

async function active(parameters: object, ...paths: string[]) {
  write(...paths);
  const trigger = watch(sandbox, parameters as never);
  expect((await trigger.activate()).items).toBeUndefined();
  return trigger;
}

test.each(['names', 'wrapped'] as const)(
  'activation reports nothing old, then each change comes once, where listings come as %s',
  async (listingFormat) => {
    sandbox.confFiles.listingFormat = listingFormat;
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
    const mismatches = (json: object) =>
      findSchemaMismatches('ConfFilesTrigger', '../v1.0.0', json);
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
  const fetchTestEvent = async (parameters: object, staticData = {}) =>
    await pollNode({ ...triggerNode(sandbox, parameters as never), mode: 'manual', staticData });

  test('is the file that changed last, and nothing is remembered of it', async () => {
    write('/z', '/sub/latest');
    const staticData = {};
    const { json, staticDataChanged } = await fetchTestEvent({}, staticData);
    expect(json).toEqual([
      { event: 'fileUpdated', path: '/sub/latest', size: 11, modifiedAt: expect.any(String) },
    ]);
    expect([staticData, staticDataChanged]).toEqual([{}, false]);
  });

  test('comes where listings report no times, with its content', async () => {
    sandbox.confFiles.listingFormat = 'names';
    write('/a.txt');
    const { items } = await fetchTestEvent({ download: true });
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
    sandbox.faults.add({ kind: 'status', status: 404, body: 'json', operation });
    const { items } = await trigger.poll();
    expect(items?.map(({ json, binary }) => [json.path, binary])).toEqual([['/a', undefined]]);
  });

  test('a download that fails otherwise fails the poll, and the next one reports the change', async () => {
    const trigger = await active({ download: true });
    write('/a', '/b');
    sandbox.faults.add({ kind: 'status', status: 403, operation: 'confRetrieve', skip: 1 });
    await expect(trigger.poll()).rejects.toThrow(/did not retrieve \/[ab]: .*HTTP 403/);
    expect(told(await trigger.poll())).toEqual(['fileCreated /a', 'fileCreated /b']);
  });
});

const FILES = ['/a', '/sub/b', '/sub/deep/c'];

const answer404 = (operation: string, times = 1) =>
  sandbox.faults.add({ kind: 'status', status: 404, operation, times });

describe('a folder that is not found', () => {
  test('is gone where the folder above can be listed without it: its files are deleted', async () => {
    const trigger = await active({ path: '/sub/deep' }, ...FILES);
    for (const path of ['/sub/b', '/sub/deep/c']) sandbox.confFiles.remove(path);
    expect(told(await trigger.poll())).toEqual(['fileDeleted /sub/deep/c']);
    sandbox.confFiles.write('/sub/deep/c', 'again');
    expect(told(await trigger.poll())).toEqual(['fileCreated /sub/deep/c']);
  });

  test.each([
    ['the folder above still shows it', '/sub', 1],
    ['nothing is found at all', '/sub/deep', 3],
  ])('is not gone where %s', async (_name, path, times) => {
    const trigger = await active({ path }, ...FILES);
    answer404('confList', times);
    await expect(trigger.poll()).rejects.toThrow(new RegExp(`did not list ${path}: .*HTTP 404`));
    expect((await trigger.poll()).items).toBeUndefined();
  });

  test('may be watched before it is there', async () => {
    const trigger = await active({ path: '/later/on' }, ...FILES);
    sandbox.confFiles.write('/later/on/a', 'a');
    expect(told(await trigger.poll())).toEqual(['fileCreated /later/on/a']);
  });

  test('refuses activation where it is the platform that is not found', async () => {
    const question = triggerNode(sandbox, {}, { platformId: '999' });
    await expect(pollNode(question)).rejects.toThrow(/did not list \/: .*HTTP 404/);
  });
});

test('all files are deleted: a list that is empty, and whole, says so', async () => {
  const trigger = await active({}, ...FILES);
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
    sandbox.confFiles.listingFormat = 'names';
  });

  test('a file that is listed and cannot be found stays as it was', async () => {
    const trigger = await active({}, ...FILES);
    answer404('confRetrieve', 3);
    expect((await trigger.poll()).items).toBeUndefined();
    expect((await trigger.poll()).items).toBeUndefined();
  });

  test('a new one that cannot be found yet is reported when it can', async () => {
    const trigger = await active({ path: '/new' }, ...FILES);
    sandbox.confFiles.write('/new/file', 'x');
    answer404('confRetrieve');
    expect((await trigger.poll()).items).toBeUndefined();
    expect(told(await trigger.poll())).toEqual(['fileCreated /new/file']);
  });

  test('content that breaks off is read again, and is never mistaken for a change', async () => {
    const trigger = await active({}, ...FILES);
    sandbox.faults.add({ kind: 'truncated', operation: 'confRetrieve' });
    expect((await trigger.poll()).items).toBeUndefined();
    expect(sandbox.faults.pending()).toEqual([]);
  });
});

test.each([
  [{ events: [] }, /"Events" is empty/],
  [{ path: '/a/../b' }, /The path .* contains the name "\.\."/],
])('a node with %j is refused before anything is sent', async (parameters, message) => {
  await expect(pollNode(triggerNode(sandbox, parameters))).rejects.toThrow(message);
  expect(sandbox.stats.requests).toBe(0);
});

retryAtOnce();

test.each(['fileCreated /b.json', 'fileUpdated /a.json'])(
  'reports no page as the content of a file, and "%s" with the next poll',
  async (event) => {
    const [, path = ''] = event.split(' ');
    const trigger = await active({ download: true }, '/a.json');
    sandbox.confFiles.write(path, '{}');
    sandbox.faults.add({ kind: 'html', operation: 'confRetrieve', times: 4 });
    const { items, warnings } = await trigger.poll();
    expect(items).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining(`instead of the file ${path}`)]);
    expect(told(await trigger.poll())).toEqual([event]);
    expect((await trigger.poll()).items).toBeUndefined();
  },
);

test('takes no page for a change where it reads the content', async () => {
  sandbox.confFiles.listingFormat = 'names';
  const trigger = await active({}, '/a.json');
  sandbox.faults.add({ kind: 'html', operation: 'confRetrieve' });
  await expect(trigger.poll()).rejects.toThrow('instead of the file /a.json');
  expect((await trigger.poll()).items).toBeUndefined();
});

/** Has a password field, so it may be a login page as well. */
const OWN_PAGE = '<!doctype html><html><title>Form</title><input type="password"></html>';

async function watchNames(files: Record<string, string>, download: boolean) {
  const { baseUrl, received } = await untilTestEnds(
    startRawServer(({ path }, response) => {
      const { pathname, search } = new URL(path, 'http://service');
      if (search) return sendJson(response, Object.keys(files));
      const content = files[pathname.split('/').pop() ?? ''] ?? '';
      const type = content.startsWith('<') ? 'text/html' : 'text/plain';
      response.writeHead(200, { 'content-type': type }).end(content);
    }),
  );
  const node = triggerNode(sandbox, { download }, { localAddress: baseUrl });
  const question = { ...node, staticData: {} };
  return { poll: async () => await pollNode(question), received };
}

describe.each([1, 100])('%d of the user’s pages in a list without sizes', (count) => {
  const pages = () =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`page-${index}`, OWN_PAGE]));

  test.each([false, true])(
    'stop no other file (download: %s)',
    async (download) => {
      const files: Record<string, string> = { ...pages(), a: '1' };
      const { poll, received } = await watchNames(files, download);
      await poll();
      expect(received).toHaveLength(count + 2);
      expect((await poll()).items).toBeUndefined();
      files.a = '22';
      expect(told(await poll())).toEqual(['fileUpdated /a']);
      files['page-new'] = OWN_PAGE;
      files.b = '3';
      // With its content, the new page is found again until the content is known.
      const created = download ? [] : ['fileCreated /page-new'];
      expect(told(await poll())).toEqual(['fileCreated /b', ...created]);
      expect((await poll()).items).toBeUndefined();
      files['page-new'] = 'text';
      expect(told(await poll())).toEqual(download ? ['fileCreated /page-new'] : []);
      delete files['page-0'];
      expect(told(await poll())).toEqual(['fileDeleted /page-0']);
    },
    60_000,
  );

  test('and nothing else: the poll fails, and says what to do', async () => {
    const { poll } = await watchNames(pages(), false);
    await expect(poll()).rejects.toMatchObject({
      description: expect.stringMatching(/The file itself may be this page\. .* Rename the file/),
    });
  });
});

test('names that are not valid in a path are one line of the log, however many they are', async () => {
  const { poll } = await watchNames({ a: '1', '\u0000b': '', '\u0000c': '' }, false);
  expect((await poll()).warnings).toEqual([expect.stringMatching(/: 2 listed file.*left out/)]);
});

function throughCluster(parameters: object = {}): PollOptions {
  return {
    ...triggerNode(sandbox, { readThrough: 'cluster', ...parameters }),
    credentials: clusterCredentials(sandbox, {}),
  };
}

test('changes are emitted through the cluster, with their content', async () => {
  write(...FILES);
  const trigger = new ActiveTrigger(throughCluster({ download: true }));
  await trigger.activate();
  sandbox.confFiles.write('/sub/100% new#?.txt', 'new');
  sandbox.confFiles.write('/a', 'other');
  sandbox.confFiles.remove('/sub/deep/c');
  const poll = await trigger.poll();
  expect(told(poll).sort()).toEqual([
    'fileCreated /sub/100% new#?.txt',
    'fileDeleted /sub/deep/c',
    'fileUpdated /a',
  ]);
  const { binary } = poll.items?.find(({ json }) => json.event === 'fileCreated') ?? {};
  expect(String(await readBinary(binary?.data?.id))).toBe('new');
  expect((await trigger.poll()).items).toBeUndefined();
  const { confList = 0, confRetrieve = 0, clusterProxy } = sandbox.stats.byOperation;
  expect(confList + confRetrieve).toBe(clusterProxy);
});

test('what is known stays known when the way to the files changes', async () => {
  write(...FILES);
  const { uploadCredentials: credential } = sandbox;
  const credentials = clusterCredentials(sandbox, { credential });
  const trigger = new ActiveTrigger({ ...throughCluster(), credentials });
  await trigger.activate({ readThrough: 'localAddress' });
  sandbox.confFiles.write('/new', 'new');
  expect(told(await trigger.activate({ readThrough: 'cluster' }))).toEqual(['fileCreated /new']);
});

test('a poll that the API server refuses fails, and no file is reported as deleted', async () => {
  write(...FILES);
  const staticData = {};
  await pollNode({ ...throughCluster(), staticData });
  sandbox.confFiles.write('/new', 'new');
  sandbox.cluster.forbidden.add('services/proxy');
  const failing = pollNode({ ...throughCluster(), staticData });
  await expect(failing).rejects.toThrow(/^The API server did not list \/.*HTTP 403/);
  sandbox.cluster.forbidden.delete('services/proxy');
  expect(told(await pollNode({ ...throughCluster(), staticData }))).toEqual(['fileCreated /new']);
});

test('a page, which the API server would change, is reported without its content and stops nothing', async () => {
  // Without sizes and times, a poll compares the content.
  sandbox.confFiles.listingFormat = 'names';
  const trigger = new ActiveTrigger(throughCluster({ download: true }));
  await trigger.activate();
  sandbox.confFiles.write('/page.html', '<HTML><A HREF=/x>y</A></HTML>');
  sandbox.confFiles.write('/other', 'x');
  const poll = await trigger.poll();
  expect(told(poll)).toEqual(['fileCreated /other', 'fileCreated /page.html']);
  expect(poll.items?.map(({ binary }) => binary !== undefined)).toEqual([true, false]);
  expect(poll.warnings).toEqual([
    expect.stringMatching(
      /^[^:]+: The API server would change the HTML file \/page\.html.*without the file’s content/,
    ),
  ]);
  expect((await trigger.poll()).items).toBeUndefined();
});

describe('a poll without much time', () => {
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
      const uploadCredentials = {
        ...service,
        uploadToken: 'token',
        uploadFormat: 'binary' as const,
      };
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
        expect(error.message).toContain('takes too long: n8n’s limit is 1 seconds');
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
    await expect(poll(BUDGET_MS)).rejects.toThrow('takes too long: n8n’s limit is 1 seconds');
    slow.clear();
    const updated = Array.from(
      { length: 20 },
      (_, i) => `fileUpdated /f${`${i}`.padStart(3, '0')}`,
    );
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
});
