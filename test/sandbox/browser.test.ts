import { APP_IDS, JOB_IDS, PIPELINE_IDS } from '../../sandbox';
import { sandboxWith, projectsUrl } from './client';

const MANUAL = { redirect: 'manual' } as const;

test('the explorer asks for a login first, then works by the session of the browser', async () => {
  const sandbox = await sandboxWith({ basePath: '/tenant-a' });
  const path = '/tenant-a/projects/api/platform/1/graphiql';
  const explorer = `http://127.0.0.1:${sandbox.port}${path}`;

  const turnedAway = await fetch(explorer, MANUAL);
  expect(turnedAway.status).toBe(302);
  const loginPath = turnedAway.headers.get('location') ?? '';
  expect(loginPath).toBe(`/tenant-a/login?next=${encodeURIComponent(path)}`);
  const form = await (await fetch(`http://127.0.0.1:${sandbox.port}${loginPath}`)).text();
  expect(form).toContain(`name="next" value="${path}"`);

  const logIn = (password: string, next: string) =>
    fetch(`${sandbox.baseUrl}/login`, {
      ...MANUAL,
      method: 'POST',
      body: new URLSearchParams({ login: 'demo', password, next }),
    });
  const wrong = await logIn('wrong', path);
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('set-cookie')).toBeNull();
  expect((await logIn('demo-password', '//elsewhere.example')).headers.get('location')).toBe(
    '/tenant-a/',
  );

  const right = await logIn('demo-password', path);
  expect([right.status, right.headers.get('location')]).toEqual([303, path]);
  const setCookie = right.headers.get('set-cookie') ?? '';
  expect(setCookie).toMatch(/HttpOnly/);
  const cookie = setCookie.split(';')[0] ?? '';

  const page = await (await fetch(explorer, { ...MANUAL, headers: { cookie } })).text();
  expect(page).toContain('"endpoint":"/tenant-a/projects/api/platform/1/graphql"');
  // Files that a browser would load; the texts inside the script do not count.
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);

  const ask = (headers: Record<string, string>) =>
    fetch(projectsUrl(sandbox), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"query":"{ projects { id } }"}',
    });
  expect((await ask({ cookie })).status).toBe(200);
  expect((await ask({ cookie: `${cookie}x` })).status).toBe(401);
  expect((await ask({ cookie, Authorization: 'Bearer wrong' })).status).toBe(401);
});

test('the page starts runs, makes the next one fail, and says which job always fails', async () => {
  const sandbox = await sandboxWith();
  const post = async (path: string, id: string, type = 'application/json') => {
    const body = JSON.stringify({ id });
    const headers = { 'content-type': type };
    return await fetch(`${sandbox.baseUrl}/sandbox/${path}`, { method: 'POST', headers, body });
  };
  type JobState = { name: string; alwaysFails: boolean; failsNext: boolean };
  const jobs = async () => {
    const state = await (await fetch(`${sandbox.baseUrl}/sandbox/state`)).json();
    return (state as { projects: Array<{ jobs: JobState[] }> }).projects.flatMap((one) => one.jobs);
  };
  const named = async (is: (job: JobState) => boolean) =>
    (await jobs()).filter(is).map(({ name }) => name);
  expect(await named(({ alwaysFails }) => alwaysFails)).toEqual(['Import weather']);

  const { salesExtraction } = JOB_IDS;
  const latest = (jobId: string) => sandbox.store.runsOfJob(jobId, { limit: 1 })[0];
  const before = latest(salesExtraction)?.number ?? 0;
  expect((await post('run', salesExtraction)).status).toBe(204);
  expect(latest(salesExtraction)).toMatchObject({
    number: before + 1,
    script: { outcome: 'SUCCEEDED' },
  });
  expect((await post('fail-next-run', salesExtraction)).status).toBe(204);
  expect(await named(({ failsNext }) => failsNext)).toEqual(['Extract daily sales']);
  await post('run', salesExtraction);
  expect(latest(salesExtraction)).toMatchObject({ script: { outcome: 'FAILED' } });
  await post('run', salesExtraction);
  expect(latest(salesExtraction)).toMatchObject({ script: { outcome: 'SUCCEEDED' } });
  const pipelineRuns = () => sandbox.store.pipelines.runs(PIPELINE_IDS.dailySales, { limit: 9 });
  const { length } = pipelineRuns();
  expect((await post('run-pipeline', PIPELINE_IDS.dailySales)).status).toBe(204);
  expect(pipelineRuns()).toHaveLength(length + 1);
  const statusOf = (id: string) => {
    const app = sandbox.store.apps.find(id);
    return app && sandbox.store.apps.history(app).current.status;
  };
  for (const [path, status] of [
    ['stop-app', 'STOPPING'],
    ['start-app', 'STARTING'],
  ] as const) {
    expect((await post(path, APP_IDS.salesDashboard)).status).toBe(204);
    expect(statusOf(APP_IDS.salesDashboard)).toBe(status);
  }
  expect((await post('run', 'unknown')).status).toBe(404);
  expect((await post('run', salesExtraction, 'text/plain')).status).toBe(415);
});
