import { changeItems } from '../../../nodes/ConfFilesTrigger/items';
import { readState, saveState } from '../../../nodes/ConfFilesTrigger/settings';
import { CancelledError, PlatformError } from '../../../platform/errors/errors';
import { someNode } from '../../support/someNode';

const node = someNode({ name: 'Files' });
const notFound = new PlatformError('gone', { hint: 'Look.', reach: 'answered' });
const page = new PlatformError('/p is a page', { hint: 'Check the address.', reach: 'answered' });
const refused = new PlatformError('refused', { hint: 'Look.', reach: 'answered' });

/** What is told of these changes, where the content of each is what its path says. */
async function told(
  changes: Array<[event: string, path: string]>,
  { download = true, isOutOfTime = true } = {},
) {
  const warnings: string[] = [];
  const asked: string[] = [];
  const failures: Record<string, Error> = {
    '/gone': notFound,
    '/page': page,
    '/refused': refused,
    '/slow': new CancelledError(),
  };
  const client = {
    service: {
      retrieve: async (path: string) => {
        asked.push(path);
        if (failures[path]) throw failures[path];
        return { content: path };
      },
    },
    isNotFoundByService: (error: unknown) => error === notFound,
    isChangedPage: (error: unknown) => error === page,
  };
  const poll = {
    getNode: () => node,
    logger: { warn: (text: string) => void warnings.push(text) },
  };
  const time = { until: () => (isOutOfTime ? AbortSignal.abort() : new AbortController().signal) };
  const given = changes.map(([event, path]) => ({ event, path }));
  const { items, postponed } = await changeItems(
    poll as never,
    client as never,
    given as never,
    download,
    time as never,
  );
  return { items, postponed, warnings, asked };
}

const item = (event: string, path: string, content?: string) => ({
  json: { event, path },
  ...(content !== undefined && { binary: { data: { content } } }),
});

test('a file comes with its content, one that was deleted without', async () => {
  const { items, asked, postponed } = await told([
    ['fileCreated', '/a'],
    ['fileDeleted', '/b'],
  ]);
  expect(items).toEqual([item('fileCreated', '/a', '/a'), item('fileDeleted', '/b')]);
  expect([asked, postponed]).toEqual([['/a'], []]);
});

test('no content is read where none is wanted', async () => {
  const { items, asked } = await told([['fileCreated', '/a']], { download: false });
  expect(items).toEqual([item('fileCreated', '/a')]);
  expect(asked).toEqual([]);
});

test('a file that is gone meanwhile, or has become a page, comes without content', async () => {
  const { items, warnings } = await told([
    ['fileCreated', '/gone'],
    ['fileUpdated', '/page'],
  ]);
  expect(items).toEqual([item('fileCreated', '/gone'), item('fileUpdated', '/page')]);
  expect(warnings).toEqual([
    '/p is a page: the event was created without its content. Check the address.',
  ]);
});

test('what there was no time for is left to the next poll', async () => {
  const { items, postponed } = await told([
    ['fileCreated', '/slow'],
    ['fileCreated', '/a'],
  ]);
  expect(items).toEqual([item('fileCreated', '/a', '/a')]);
  expect(postponed).toEqual(['/slow']);
});

test('where there was time for none of them, the poll is cut off', async () => {
  await expect(told([['fileCreated', '/slow']])).rejects.toBeInstanceOf(CancelledError);
  expect(await told([])).toMatchObject({ items: [], postponed: [] });
});

test.each([
  ['/refused', true, 'refused'],
  ['/slow', false, 'The execution was canceled'],
])('any other failure is one of the poll: %s', async (path, isOutOfTime, message) => {
  const changes: Array<[string, string]> = [
    ['fileCreated', '/a'],
    ['fileCreated', path],
  ];
  await expect(told(changes, { isOutOfTime })).rejects.toMatchObject({ message, node });
});

describe('what the trigger remembers', () => {
  const withData = (data: Record<string, unknown>) => {
    const warnings: string[] = [];
    const poll = {
      getWorkflowStaticData: () => data,
      logger: { warn: (text: string) => void warnings.push(text) },
    };
    return { poll: poll as never, warnings };
  };

  test('is what was saved, for what is watched', () => {
    const data = {};
    const { poll, warnings } = withData(data);
    saveState(poll, 'jobs', { files: {}, unread: '/b' as never });
    expect(data).toEqual({ watched: 'jobs', state: {}, unread: '/b' });
    expect(readState(poll, 'jobs')).toEqual({ files: {}, unread: '/b' });
    expect(readState(poll, 'other')).toEqual({});
    saveState(poll, 'jobs', { files: {} });
    expect(data).toEqual({ watched: 'jobs', state: {} });
    expect(readState(poll, 'jobs')).toEqual({ files: {} });
    expect(warnings).toEqual([]);
  });

  test('is nothing where it is damaged, which is reported', () => {
    const { poll, warnings } = withData({ watched: 'jobs', state: 'text', unread: '/b' });
    expect(readState(poll, 'jobs')).toEqual({ files: undefined });
    expect(warnings).toEqual([
      'The saved state of the trigger is damaged. The trigger starts over.',
    ]);
  });
});
