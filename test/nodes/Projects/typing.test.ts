import { searchList } from '../../../harness/engine/searchList';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';

const JOBS = 250;

let server: RawServer;
beforeEach(async () => {
  server = await startRawServer(
    withLogin((_request, response) => {
      const list = Array.from({ length: JOBS }, (_, n) => ({ id: `id-${n}`, name: `Job ${n}` }));
      sendJson(response, { data: { jobs: list, projects: list } });
    }),
  );
});
afterEach(() => server.close());

const lists = () => server.received.filter(({ path }) => path.endsWith('/graphql')).length;

interface Search {
  method?: string;
  project?: string;
  filter?: string;
  token?: string;
  login?: string;
}

async function search({ method = 'searchJobs', project = 'p1', login, ...given }: Search = {}) {
  const credential = credentialFor(server.baseUrl);
  const { results } = await searchList(
    {
      method,
      parameters: { projectId: { __rl: true, mode: 'id', value: project } },
      credentials: { dataPlatformApi: login ? { ...credential, login } : credential },
    },
    given.filter,
    given.token,
  );
  return results.length;
}

test('while someone types and scrolls, the list is asked for once', async () => {
  const together = ['', 'j', 'jo', 'job 1', 'job 17'].map(
    async (filter) => await search({ filter }),
  );
  expect(await Promise.all(together)).toEqual([100, 100, 100, 100, 13]);
  expect(await search({ filter: 'job 249' })).toBe(1);
  expect(await search({ token: '100' })).toBe(100);
  expect(await search({ token: '200' })).toBe(50);
  expect(lists()).toBe(1);
});

test('another project, another kind and another login have lists of their own', async () => {
  await search();
  await search({ project: 'p2' });
  await search({ method: 'searchProjects' });
  await search({ login: 'somebody else' });
  expect(lists()).toBe(4);
});
