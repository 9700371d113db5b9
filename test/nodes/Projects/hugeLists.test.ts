import { searchList } from '../../../harness/engine/searchList';
import { HOSTILE_NAMES, inheritedNames } from '../../support/hostileNames';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';

const MANY = 200_000;

let server: RawServer;
let entries: object[];
/** As JSON, made once. */
let answer: string | undefined;
beforeEach(async () => {
  answer = undefined;
  server = await startRawServer(
    withLogin(({ body }, response) => {
      if (body.includes('projects {') || body.includes('projects{')) {
        return sendJson(response, { data: { projects: entries } });
      }
      answer ??= JSON.stringify({ data: { jobs: entries } });
      response.end(answer);
    }),
  );
});
afterEach(() => server.close());

const search = async (method: string, filter?: string, token?: string) =>
  await searchList(
    {
      method,
      parameters: { projectId: { __rl: true, mode: 'id', value: 'p1' } },
      credentials: { dataPlatformApi: credentialFor(server.baseUrl) },
    },
    filter,
    token,
  );

test('a list of 200,000 jobs is sorted, searched and cut into pages', async () => {
  const numbers = Array.from({ length: MANY }, (_, n) => (n * 7919) % MANY);
  entries = numbers.map((n) => ({ id: `id-${n}`, name: `Job ${String(n).padStart(6, '0')}` }));
  const first = await search('searchJobs');
  expect(first.results).toHaveLength(100);
  expect(first.results[0]).toMatchObject({ name: 'Job 000000', value: 'id-0' });
  const next = await search('searchJobs', undefined, first.paginationToken as string);
  expect(next.results[0]).toMatchObject({ name: 'Job 000100', value: 'id-100' });
  const last = await search('searchJobs', undefined, String(MANY - 100));
  expect(last.results.at(-1)?.value).toBe(`id-${MANY - 1}`);
  expect(last.paginationToken).toBeUndefined();
  const found = await search('searchJobs', 'job 199999');
  expect(found.results.map(({ value }) => value)).toEqual(['id-199999']);
}, 60_000);

const ODD_NAMES: unknown[] = [
  ...HOSTILE_NAMES,
  ...[null, undefined, 7, true, '', '  ', {}, [], { toString: null }, ['x']],
  '<img src=x onerror=alert(1)>',
  '{{ $json.secret }}',
  '\u202egnp.exe',
  '\ud800',
  'x'.repeat(100_000),
];

test.each(['searchJobs', 'searchProjects'])(
  '%s shows names of any form, or IDs in their place',
  async (method) => {
    const before = inheritedNames();
    entries = ODD_NAMES.map((name, n) => ({ id: `id-${n}`, name }));
    const { results } = await search(method);
    const isName = (name: unknown): name is string =>
      typeof name === 'string' && name.trim() !== '';
    expect(new Map(results.map(({ name, value }) => [value, name]))).toEqual(
      new Map(ODD_NAMES.map((name, n) => [`id-${n}`, isName(name) ? name : `id-${n}`])),
    );
    for (const name of HOSTILE_NAMES) {
      const found = await search(method, name);
      expect(found.results.map((result) => result.name)).toContain(name);
    }
    expect(inheritedNames()).toEqual(before);
  },
);

test.each(['searchJobs', 'searchProjects'])('%s leaves out what has no ID', async (method) => {
  const ids = [undefined, null, '', 7, {}, ['a'], 'a'];
  entries = ids.map((id) => ({ id, name: 'Job' }));
  const { results } = await search(method);
  expect(results).toMatchObject([{ name: 'Job', value: 'a' }]);
});
