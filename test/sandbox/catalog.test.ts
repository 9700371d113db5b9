import { APP_TECHNOLOGY_IDS, REPOSITORY_IDS, TECHNOLOGY_IDS, type Sandbox } from '../../sandbox';
import { closeSandboxes, sandboxWith, tokenOf, type Answer } from './client';
import { dataOf, sendFile, START, UNKNOWN } from './projects/client';

afterEach(closeSandboxes);

const MANUAL = { redirect: 'manual' } as const;

function catalogUrl({ baseUrl }: Sandbox, address = 'gateway'): string {
  return `${baseUrl}/${address}/api/graphql`;
}

async function catalogClient(sandbox: Sandbox) {
  const token = await tokenOf(sandbox);
  return async (query: string, variables?: unknown): Promise<Answer> => {
    const answer = await fetch(catalogUrl(sandbox), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await answer.json()) as Answer;
  };
}

test('repositories hold technologies of three kinds with their contexts', async () => {
  const sandbox = await sandboxWith();
  const ask = await catalogClient(sandbox);
  const { repositories } = dataOf(
    await ask(`{ repositories {
      id name readOnly
      source { __typename ... on UrlSource { url } ... on FileSource { name } }
      synchroMode { __typename ... on Automatic { cron } }
      technologies {
        __typename id label available technologyId repositoryId
        ... on JobTechnology { contexts { __typename id trustLevel recommended } }
        ... on SparkTechnology { contexts { __typename id technologyContexts { id jobContexts { __typename id } } } }
        ... on AppTechnology { appContexts { __typename id ports { port } } }
      }
    } }`),
  );
  expect(repositories).toHaveLength(2);
  const [official, own] = repositories;
  expect(official).toMatchObject({
    id: REPOSITORY_IDS.official,
    readOnly: true,
    source: { __typename: 'UrlSource' },
    synchroMode: { __typename: 'Automatic', cron: '0 3 * * *' },
  });
  expect(own).toMatchObject({
    readOnly: false,
    source: { __typename: 'FileSource', name: 'technologies.json' },
    synchroMode: { __typename: 'Manual' },
  });
  const technologies = [...official.technologies, ...own.technologies];
  expect(technologies.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      ...Object.values(TECHNOLOGY_IDS),
      ...Object.values(APP_TECHNOLOGY_IDS),
    ]),
  );
  const one = (id: string) => technologies.find((technology) => technology.id === id);
  expect(
    one(TECHNOLOGY_IDS.python).contexts.map((c: { trustLevel: string }) => c.trustLevel),
  ).toEqual(['Deprecated', 'Stable', 'Experimental']);
  expect(one(TECHNOLOGY_IDS.spark).contexts[0]).toEqual({
    __typename: 'SparkContext',
    id: '3.5',
    technologyContexts: [
      { id: '3.5.6', jobContexts: [{ __typename: 'SparkJobContext', id: '3.5.6' }] },
    ],
  });
  expect(one(APP_TECHNOLOGY_IDS.notebook).appContexts[0].ports).toEqual([{ port: 8888 }]);
  expect(one(APP_TECHNOLOGY_IDS.legacyBoard)).toMatchObject({
    available: false,
    repositoryId: REPOSITORY_IDS.own,
  });
});

test('there is no root field for technologies or contexts', async () => {
  const ask = await catalogClient(await sandboxWith());
  for (const field of ['technologies', 'contexts']) {
    const { errors } = await ask(`{ ${field} { id } }`);
    expect(errors?.[0]?.message).toContain(`Cannot query field "${field}" on type "Query"`);
  }
});

test('technologies are found by their ids and by their last update', async () => {
  const ask = await catalogClient(await sandboxWith({ clock: () => START }));
  const data = dataOf(
    await ask(
      `query ($id: UUID!, $ids: [UUID!]!, $from: String!) {
        technology(id: $id) { label }
        technologiesByIds(ids: $ids) { label }
        updatedTechnologies(from: $from) { label lastUpdate }
        facets { name }
      }`,
      {
        id: TECHNOLOGY_IDS.r,
        ids: [TECHNOLOGY_IDS.sql, UNKNOWN, TECHNOLOGY_IDS.bash],
        from: '2026-02-22T00:00:00Z',
      },
    ),
  );
  expect(data.technology).toEqual({ label: 'R' });
  expect(data.technologiesByIds).toEqual([{ label: 'SQL' }, { label: 'Bash' }]);
  // Three days ago; the notebook's update was eight days ago.
  expect(data.updatedTechnologies).toEqual([
    { label: 'Python', lastUpdate: '2026-02-26T00:00:00.000Z' },
  ]);
  const facets = data.facets.map(({ name }: { name: string }) => name);
  expect(facets).toEqual([...new Set<string>(facets)].sort());
  expect(facets).toContain('Data science');

  const { errors } = await ask(`{ technology(id: "${UNKNOWN}") { id } }`);
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  const wrong = await ask('{ updatedTechnologies(from: "soon") { id } }');
  expect(wrong.errors?.[0]?.message).toBe('soon is not a moment in ISO 8601');
});

const ADD = `mutation ($name: String!, $file: Upload) {
  addRepository(repositoryInput: { name: $name }, upload: $file) {
    count
    objects { id name creator source { ... on FileSource { name } } }
  }
}`;
const SYNCHRONIZE = `mutation ($id: UUID!, $file: Upload) {
  synchronizeRepository(id: $id, upload: $file) {
    count
    repositoryName
    report {
      __typename id trigger { author type }
      ... on SuccessfulSynchronization { technologyReports { technologyId status } }
      ... on FailedSynchronization { failure }
    }
  }
}`;

function fileOf(...technologies: object[]) {
  return { name: 'mine.json', content: JSON.stringify({ technologies }) };
}

test('a repository is made of an uploaded file, synchronized with another one and turned back', async () => {
  const sandbox = await sandboxWith();
  const ask = await catalogClient(sandbox);
  const url = catalogUrl(sandbox);
  const julia = { technologyId: 'julia', label: 'Jülia', contexts: [{ id: '1.11' }] };
  const first = fileOf(julia, { technologyId: 'ruby' });
  const added = dataOf(await sendFile(sandbox, url, ADD, first, { name: ' Mine ' })).addRepository;
  const repository = added.objects[0];
  expect(added.count).toBe(1);
  expect(repository).toMatchObject({
    name: 'Mine',
    creator: 'demo',
    source: { name: 'mine.json' },
  });
  const labels = sandbox.store.catalog.repository(repository.id)?.technologies;
  expect(labels?.map(({ label }) => label)).toEqual(['Jülia', 'ruby']);

  const second = fileOf(julia, { technologyId: 'lua' });
  const { id } = repository;
  const synchronized = dataOf(await sendFile(sandbox, url, SYNCHRONIZE, second, { id }));
  const { report } = synchronized.synchronizeRepository;
  expect(report).toMatchObject({
    __typename: 'SuccessfulSynchronization',
    trigger: { author: 'demo', type: 'MANUAL' },
    technologyReports: [
      { technologyId: 'julia', status: 'UNCHANGED' },
      { technologyId: 'lua', status: 'CREATED' },
      { technologyId: 'ruby', status: 'DELETED' },
    ],
  });

  const broken = { name: 'broken.json', content: '{"technologies":[{"label":"x"}]}' };
  const failed = dataOf(await sendFile(sandbox, url, SYNCHRONIZE, broken, { id }));
  expect(failed.synchronizeRepository).toMatchObject({
    count: 2,
    report: {
      __typename: 'FailedSynchronization',
      failure: 'Technology 1: technologyId must be a text',
    },
  });

  const revert = `mutation { revertLastSynchronization(repositoryId: "${id}", synchronizationReportId: "${report.id}") { count } }`;
  expect(dataOf(await ask(revert)).revertLastSynchronization).toEqual({ count: 2 });
  const { data } = await ask(
    `{ repository(id: "${id}") { technologies { technologyId } source { ... on FileSource { name } } synchronizationReports { count lastReversibleId list { ... on SuccessfulSynchronization { numberOfChanges revert { author } } } } } }`,
  );
  expect(data.repository).toEqual({
    technologies: [{ technologyId: 'julia' }, { technologyId: 'ruby' }],
    source: { name: 'mine.json' },
    synchronizationReports: {
      count: 2,
      lastReversibleId: null,
      list: [{}, { numberOfChanges: 2, revert: { author: 'demo' } }],
    },
  });
  expect((await ask(revert)).errors?.[0]).toMatchObject({ extensions: { code: 'CONFLICT' } });

  const remove = `mutation { removeRepository(id: "${id}") { name } }`;
  expect(dataOf(await ask(remove)).removeRepository).toEqual({ name: 'Mine' });
  expect((await ask(remove)).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
});

test('a repository at an address is made, edited and synchronized without a file', async () => {
  const sandbox = await sandboxWith();
  const ask = await catalogClient(sandbox);
  const added = dataOf(
    await ask(`mutation { addRepository(repositoryInput: {
      name: "Far", url: "https://far.invalid/all.json"
    }) { objects { id synchroMode { __typename } } } }`),
  );
  const { id, synchroMode } = added.addRepository.objects[0];
  expect(synchroMode).toEqual({ __typename: 'Manual' });
  const edited = dataOf(
    await ask(
      `mutation { editRepository(repositoryInput: { id: "${id}", name: "Farther", triggerSynchronization: false }) { objects { name source { ... on UrlSource { url } } } } }`,
    ),
  );
  expect(edited.editRepository.objects).toEqual([
    { name: 'Farther', source: { url: 'https://far.invalid/all.json' } },
  ]);
  const official = dataOf(await ask(SYNCHRONIZE, { id: REPOSITORY_IDS.official }));
  expect(official.synchronizeRepository.report).toMatchObject({
    trigger: { type: 'MANUAL' },
    technologyReports: expect.arrayContaining([{ technologyId: 'spark', status: 'UPDATED' }]),
  });
});

test.each([
  [
    `mutation { removeRepository(id: "${REPOSITORY_IDS.official}") { id } }`,
    'Repository Official technologies is read-only',
  ],
  [
    'mutation { addRepository(repositoryInput: { name: "X" }) { count } }',
    'Give either a url or a file',
  ],
  [
    'mutation { addRepository(repositoryInput: { name: "X", url: "ftp://x" }) { count } }',
    'ftp://x is not a web address',
  ],
  [
    'mutation { addRepository(repositoryInput: { name: "Own technologies", url: "http://x.invalid" }) { count } }',
    'There is already a repository Own technologies',
  ],
  [
    `mutation { synchronizeRepository(id: "${REPOSITORY_IDS.own}") { count } }`,
    'Repository Own technologies comes from a file: send one',
  ],
  [
    'mutation { addRepository(repositoryInput: { name: "X" }, upload: "a") { count } }',
    'A file must be given by a variable',
  ],
])('%s is refused', async (mutation, message) => {
  const sandbox = await sandboxWith();
  const { errors } = await (await catalogClient(sandbox))(mutation);
  expect(errors?.[0]?.message).toContain(message);
  expect(sandbox.store.catalog.repositories()).toHaveLength(2);
});

test('a text in place of a file is refused', async () => {
  const ask = await catalogClient(await sandboxWith());
  const { errors } = await ask(ADD, { name: 'X', file: 'no file' });
  expect(errors?.[0]?.message).toContain(
    'A file must be sent as a part of a GraphQL multipart request',
  );
});

test.each([
  ['technology', { technology: 200, gateway: 404 }],
  ['gateway', { technology: 404, gateway: 200 }],
  ['both', { technology: 200, gateway: 200 }],
] as const)('catalogAddress %s', async (catalogAddress, statuses) => {
  const sandbox = await sandboxWith({ catalogAddress, basePath: '/tenant-a' });
  const token = await tokenOf(sandbox);
  for (const [address, status] of Object.entries(statuses)) {
    const answer = await fetch(catalogUrl(sandbox, address), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: '{"query":"{ facets { name } }"}',
    });
    expect([address, answer.status]).toEqual([address, status]);
    expect(answer.headers.get('content-type')).toContain(
      status === 200 ? 'application/json' : 'text/html',
    );
    const explorer = `/tenant-a/${address}/api/graphiql`;
    const page = await fetch(`http://127.0.0.1:${sandbox.port}${explorer}`, MANUAL);
    expect(page.status).toBe(status === 200 ? 302 : 404);
    if (status === 200) {
      expect(page.headers.get('location')).toContain(encodeURIComponent(explorer));
    }
  }
});

test('the catalog needs the same authentication, and its explorer the session of the browser', async () => {
  const sandbox = await sandboxWith();
  const ask = (headers: Record<string, string>) =>
    fetch(catalogUrl(sandbox), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"query":"{ facets { name } }"}',
    });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ Authorization: 'Bearer wrong' })).status).toBe(401);
  const token = await tokenOf(sandbox);
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(200);
  expect(sandbox.stats.byOperation.facets).toBe(3);
  sandbox.expireTokens();
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(401);

  const loggedIn = await fetch(`${sandbox.baseUrl}/login`, {
    ...MANUAL,
    method: 'POST',
    body: new URLSearchParams({ login: 'demo', password: 'demo-password', next: '/' }),
  });
  const cookie = (loggedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const page = await fetch(`${sandbox.baseUrl}/gateway/api/graphiql`, { headers: { cookie } });
  expect(await page.text()).toContain('"endpoint":"/gateway/api/graphql"');
  expect((await ask({ cookie })).status).toBe(200);
});
