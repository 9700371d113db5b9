import { sandboxForEachTest } from '../../support/testSandbox';
import { sendJson, startRawServer, type Behaviour } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { LIST, runConfFiles, SYNC, textFile } from './support';

const sandbox = sandboxForEachTest({ seed: false });

/** Runs a node whose local address answers as given. */
async function answeredBy(behave: Behaviour, parameters: object = LIST, items = [{}]) {
  const { baseUrl: localAddress, received } = await untilTestEnds(startRawServer(behave));
  const credential = { localAddress };
  const run = await runConfFiles(sandbox, parameters, items, { credential });
  return { ...run, received };
}

test.each<[string, Behaviour]>([
  [
    'is not the last page',
    (_request, response) => sendJson(response, { list: ['a'], last: false }),
  ],
  ['names a next page', ({ path }, response) => sendJson(response, { list: ['a'], next: path })],
  [
    'names one in a header',
    (_request, response) => {
      response.setHeader('link', '</first>; rel="first", </next>; rel="next"');
      sendJson(response, ['a']);
    },
  ],
])('a sync refuses a list that %s, and uploads nothing', async (_name, behave) => {
  const options = { deleteExtraneous: true };
  const { error } = await answeredBy(behave, { ...SYNC, options }, [textFile('/b', 'b')]);
  expect(error?.message).toMatch(/list of files is incomplete/);
  expect(error?.description).toContain('choose a folder with fewer files');
  expect(sandbox.confFiles.paths()).toEqual([]);
});

describe('a list of an unknown format', () => {
  const UNKNOWN = { tree: { a: { bytes: 1 } } };
  const behave: Behaviour = (_request, response) => sendJson(response, UNKNOWN);

  test('is returned as received by Raw Response, which the error names', async () => {
    const { error } = await answeredBy(behave);
    expect(error?.message).toBe('The list of files has an unknown format');
    expect(error?.description).toContain('"Raw Response"');
    const { json } = await answeredBy(behave, { ...LIST, options: { raw: true } });
    expect(json).toEqual([UNKNOWN]);
  });

  test.each<[string, string, unknown[]]>([
    ['text', 'a.txt\nb.txt', [{ value: 'a.txt\nb.txt' }]],
    ['two entries', '["a",{"Key":"b"}]', [{ value: 'a' }, { Key: 'b' }]],
    ['what n8n would take for a failure', '[{"error":"x"}]', [{ value: { error: 'x' } }]],
  ])('Raw Response returns %s', async (_name, text, expected) => {
    const raw = { ...LIST, options: { raw: true } };
    const { json } = await answeredBy((_request, response) => response.end(text), raw);
    expect(json).toEqual(expected);
  });

  test('Raw Response says what is not as received: large numbers, and further pages', async () => {
    const raw = { ...LIST, options: { raw: true } };
    const paged: Behaviour = (_request, response) => {
      response.setHeader('link', '</next>; rel="next"');
      response.end('[{"size":7615917337495251231}]');
    };
    const { json, hints } = await answeredBy(paged, raw, [{}, {}]);
    expect(json).toEqual(Array.from({ length: 2 }, () => ({ size: '7615917337495251231' })));
    const page =
      'The list of / is the first page only: the response header "Link" reports more files.';
    expect(hints).toEqual([expect.stringMatching(/as text.*: size$/), page, page]);
  });

  test('Raw Response does not go with subfolders', async () => {
    const parameters = { ...LIST, recursive: true, options: { raw: true } };
    const { error, received } = await answeredBy(behave, parameters);
    expect(error?.message).toContain('one folder only');
    expect(received).toEqual([]);
  });
});
