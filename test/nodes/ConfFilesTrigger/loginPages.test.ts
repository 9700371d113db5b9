import { sendJson, startRawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { pollNode } from '../../support/engine/poll';
import { sandboxWithFiles, told, triggerNode, watch } from './support';
import { retryAtOnce } from '../../support/retryAtOnce';

retryAtOnce();

const sandbox = sandboxWithFiles('/a.json');

test('reports no page as the content of a file, and the file with the next poll', async () => {
  const trigger = watch(sandbox, { download: true });
  await trigger.activate();
  sandbox.confFiles.write('/b.json', '{}');
  sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve', times: 4 });
  const { items, warnings } = await trigger.poll();
  expect([items, warnings]).toEqual([
    undefined,
    [expect.stringMatching(/instead of the file \/b/)],
  ]);
  expect(told(await trigger.poll())).toEqual(['fileCreated /b.json']);
});

test('takes no page for a change where it reads the content', async () => {
  sandbox.confFiles.listingForm = 'names';
  const trigger = watch(sandbox);
  await trigger.activate();
  sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve' });
  await expect(trigger.poll()).rejects.toThrow('instead of the file /a.json');
  expect((await trigger.poll()).items).toBeUndefined();
});

/** Has a password field, so it may be a login page as well. */
const OWN_PAGE = '<!doctype html><html><title>Form</title><input type="password"></html>';

/** Watches files at a service whose list has names only; a file's content may be a page. */
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
      description: expect.stringMatching(/If the file itself is this page: .* Rename the file/),
    });
  });
});

test('names that are not valid in a path are one line of the log, however many they are', async () => {
  const { poll } = await watchNames({ a: '1', '\u0000b': '', '\u0000c': '' }, false);
  expect((await poll()).warnings).toEqual([expect.stringMatching(/: 2 listed file.*left out/)]);
});
