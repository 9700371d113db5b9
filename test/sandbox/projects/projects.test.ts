import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { clientOf, closeSandboxes, post, projectsUrl, sandboxWith, tokenOf } from '../client';

afterEach(closeSandboxes);

const UNKNOWN = '99999999-0000-4000-8000-000000000000';

test('lists projects, and the jobs of a project', async () => {
  const ask = await clientOf(await sandboxWith());
  const { data } = await ask('{ projects { id name } }');
  expect(data.projects).toHaveLength(4);
  expect(data.projects[0]).toEqual({ id: PROJECT_IDS.retail, name: 'Retail Analytics' });

  const jobs = await ask(
    `{ jobs(projectId: "${PROJECT_IDS.retail}") { id name technology { id } } }`,
  );
  expect(jobs.data.jobs).toHaveLength(4);
  expect(jobs.data.jobs[0]).toEqual({
    id: JOB_IDS.salesExtraction,
    name: 'Extract daily sales',
    technology: { id: TECHNOLOGY_IDS.sql },
  });

  const filtered = await ask(
    `{ jobs(projectId: "${PROJECT_IDS.retail}", category: "Extraction", technologyId: "${TECHNOLOGY_IDS.python}") { id } }`,
  );
  expect(filtered.data.jobs).toEqual([{ id: JOB_IDS.priceWatch }]);
});

test('a run is started, read, listed newest first and stopped', async () => {
  const sandbox = await sandboxWith({ seedRuns: false });
  const ask = await clientOf(sandbox);
  const run = `mutation { runJob(jobId: "${JOB_IDS.vehicleStream}") { id number status jobId version { number } } }`;
  const first = (await ask(run)).data.runJob;
  expect(first).toMatchObject({ number: 1, status: 'REQUESTED', jobId: JOB_IDS.vehicleStream });
  const second = (await ask(run)).data.runJob;

  const { data } = await ask(`{
    job(id: "${JOB_IDS.vehicleStream}") { instances(limit: 5) { id } older: instances(skip: 1) { id } }
    jobInstance(id: "${first.id}") { number statusDetails history { currentStatus { status details recordAt } } }
  }`);
  expect(data.job.instances).toEqual([{ id: second.id }, { id: first.id }]);
  expect(data.job.older).toEqual([{ id: first.id }]);
  expect(data.jobInstance.history.currentStatus.status).toBe('REQUESTED');

  const stopped = await ask(
    `mutation { stopJobInstance(jobInstanceId: "${first.id}") { status } }`,
  );
  expect(stopped.data.stopJobInstance.status).toBe('KILLING');
  expect(sandbox.store.runsOfJob(JOB_IDS.vehicleStream).map(({ id }) => id)).toEqual([
    second.id,
    first.id,
  ]);
});

test('a job has no status', async () => {
  const ask = await clientOf(await sandboxWith());
  const { errors } = await ask(`{ job(id: "${JOB_IDS.salesExtraction}") { status } }`);
  expect(errors?.[0]?.message).toContain('Cannot query field "status" on type "Job"');
});

test('a deleted job is gone with its runs', async () => {
  const sandbox = await sandboxWith();
  const ask = await clientOf(sandbox);
  const remove = `mutation { deleteJob(jobId: "${JOB_IDS.basketAnalysis}") }`;
  expect(sandbox.store.runsOfJob(JOB_IDS.basketAnalysis)).not.toHaveLength(0);
  expect((await ask(remove)).data.deleteJob).toBe(true);
  expect(sandbox.store.job(JOB_IDS.basketAnalysis)).toBeUndefined();
  expect(sandbox.store.runsOfJob(JOB_IDS.basketAnalysis)).toHaveLength(0);
  expect((await ask(remove)).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
});

test('an unknown job is an error of the operation, with HTTP 200 and the rest of the data', async () => {
  const sandbox = await sandboxWith();
  const token = await tokenOf(sandbox);
  const answer = await post(sandbox, token, `mutation { runJob(jobId: "${UNKNOWN}") { id } }`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    data: null,
    errors: [
      expect.objectContaining({
        message: `Job ${UNKNOWN} does not exist`,
        path: ['runJob'],
        extensions: expect.objectContaining({ code: 'NOT_FOUND' }),
      }),
    ],
  });
  const partial = await (
    await clientOf(sandbox)
  )(`{ job(id: "${UNKNOWN}") { id } projects { id } }`);
  expect(partial.data.job).toBeNull();
  expect(partial.data.projects).toHaveLength(4);
});

test('an id that is no UUID is refused', async () => {
  const sandbox = await sandboxWith();
  const { errors } = await (await clientOf(sandbox))('mutation { runJob(jobId: "7") { id } }');
  expect(errors?.[0]?.message).toBe('"7" is not a UUID');
});

const BY_VARIABLE = 'query ($id: UUID!) { job(id: $id) { id } }';
const VARIABLES = { id: JOB_IDS.nightlyBackup };

test.each([
  ['any', VARIABLES, 200],
  ['any', JSON.stringify(VARIABLES), 200],
  ['object', VARIABLES, 200],
  ['object', JSON.stringify(VARIABLES), 400],
  ['string', VARIABLES, 400],
  ['string', JSON.stringify(VARIABLES), 200],
  ['any', '{"id":', 400],
  ['any', '[]', 400],
] as const)('variablesForm %s: %j is responded to %i', async (variablesForm, variables, status) => {
  const sandbox = await sandboxWith({ variablesForm });
  const answer = await post(sandbox, await tokenOf(sandbox), BY_VARIABLE, variables);
  expect(answer.status).toBe(status);
  const body = await answer.json();
  if (status === 200) expect(body).toEqual({ data: { job: VARIABLES } });
  else expect(body).toMatchObject({ errors: [{ message: expect.stringMatching(/variables/) }] });
});

test('a variable must have exactly the declared type, a literal fits any', async () => {
  const asUuid = await clientOf(await sandboxWith({ projectIdType: 'UUID' }));
  const asString = await clientOf(await sandboxWith({ projectIdType: 'String' }));
  const variables = { id: PROJECT_IDS.retail };
  const query = (type: string) => `query ($id: ${type}!) { jobs(projectId: $id) { id } }`;
  expect((await asUuid(query('UUID'), variables)).data.jobs).toHaveLength(4);
  expect((await asUuid(query('String'), variables)).errors?.[0]?.message).toContain('UUID!');
  expect((await asString(query('String'), variables)).data.jobs).toHaveLength(4);
  expect((await asString(query('UUID'), variables)).errors?.[0]?.message).toContain('String!');
  const literal = `{ jobs(projectId: "${PROJECT_IDS.retail}") { id } }`;
  expect((await asUuid(literal)).data.jobs).toEqual((await asString(literal)).data.jobs);
});

test('introspection can be switched off; __typename stays', async () => {
  const schema = '{ __schema { queryType { name } } }';
  const open = await clientOf(await sandboxWith());
  expect((await open(schema)).data.__schema.queryType.name).toBe('Query');

  const sandbox = await sandboxWith({ introspection: false });
  const answer = await post(sandbox, await tokenOf(sandbox), schema);
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { data?: unknown; errors: { message: string }[] };
  expect(body.data).toBeUndefined();
  expect(body.errors[0]?.message).toMatch(/introspection/);
  expect((await (await clientOf(sandbox))('{ __typename }')).data.__typename).toBe('Query');
});

test('an unknown platform gets a 404 with JSON', async () => {
  const sandbox = await sandboxWith({ platformId: '7' });
  const token = await tokenOf(sandbox);
  const answer = await fetch(projectsUrl(sandbox).replace('/7/', '/8/'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: '{"query":"{ projects { id } }"}',
  });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ message: 'There is no platform 8' });
});

test('a list of requests is refused', async () => {
  const sandbox = await sandboxWith();
  const answer = await fetch(projectsUrl(sandbox), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${await tokenOf(sandbox)}`,
    },
    body: '[{"query":"{ projects { id } }"}]',
  });
  expect(answer.status).toBe(400);
});

test('a GraphQL multipart request is understood', async () => {
  const sandbox = await sandboxWith();
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: BY_VARIABLE, variables: VARIABLES }));
  form.set('map', '{}');
  const answer = await fetch(projectsUrl(sandbox), {
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokenOf(sandbox)}` },
    body: form,
  });
  expect(await answer.json()).toEqual({ data: { job: VARIABLES } });
  expect(sandbox.stats.byOperation.job).toBe(1);
});

test('everything lives below the base path', async () => {
  const sandbox = await sandboxWith({ basePath: '/tenant-a/' });
  expect(sandbox.baseUrl).toBe(`http://127.0.0.1:${sandbox.port}/tenant-a`);
  const ask = await clientOf(sandbox);
  expect((await ask('{ projects { id } }')).data.projects).toHaveLength(4);
  const outside = await fetch(`http://127.0.0.1:${sandbox.port}/projects/api/platform/1/graphql`);
  expect(outside.status).toBe(404);
  expect((await fetch(`${sandbox.baseUrl}/`)).status).toBe(200);
});
