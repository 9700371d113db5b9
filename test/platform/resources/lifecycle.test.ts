import { createHash } from 'node:crypto';
import { bytesContent } from '../../../platform/content/fileContent';
import { Platform } from '../../../platform/connection/platform';
import { apps, prepareCreateApp } from '../../../platform/resources/app/app';
import { prepareAddAppVersion } from '../../../platform/resources/app/create';
import { dockerCredentials } from '../../../platform/resources/dockerCredential';
import { listGraphJobs } from '../../../platform/resources/job/list';
import { jobs } from '../../../platform/resources/job/job';
import type { PreparedChange } from '../../../platform/resources/entities';
import {
  prepareAddPipelineVersion,
  prepareCreatePipeline,
  pipelines,
} from '../../../platform/resources/pipeline/pipeline';
import { graphOfRow } from '../../../platform/resources/pipeline/readGraph';
import { prepareDeleteVersions } from '../../../platform/resources/versions';
import { volumes } from '../../../platform/resources/volume';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';

let sandbox: Sandbox;
let projectId: string;
afterEach(() => sandbox.close());

async function use(options: SandboxOptions = {}) {
  sandbox = await startSandbox({ seedRuns: false, ...options });
  projectId = sandbox.store.addProject({ name: 'New' }).id;
  return Platform.connect(sandbox.credentials);
}
const done = async <T>(prepared: Promise<PreparedChange<T>>) => await (await prepared)();
const JOB_TECHNOLOGY = '30000000-0000-4000-8000-000000000003';
const APP_TECHNOLOGY = '30000000-0000-4000-8000-000000000013';

test('a volume is made, listed, changed, copied and deleted', async () => {
  const { projects } = await use();
  const values = { name: 'models', size: '2 GB' };
  const { id } = await done(volumes(projects).prepareCreate(projectId, { values }));
  await done(volumes(projects).prepareUpdate(id, { values: { size: '3 GB', description: 'x' } }));
  const smaller = volumes(projects).prepareUpdate(id, { values: { size: '1 GB' } });
  await expect(done(smaller)).rejects.toThrow('cannot become smaller');
  const copy = await done(volumes(projects).prepareDuplicate(id, { values: { name: 'copy' } }));
  expect(copy).toMatchObject({ name: 'copy', size: '3 GB', originalVolumeId: id });
  expect(copy).toMatchObject({ duplicationStatus: 'DUPLICATION_IN', isLocked: true });
  expect(await volumes(projects).get(id)).toMatchObject({ ...values, size: '3 GB' });
  expect(await done(volumes(projects).prepareDelete(id))).toEqual({ deleted: true, id });
  expect(await volumes(projects).list(projectId)).toMatchObject([{ id: copy.id }]);
});

test('a volume that an app uses is not deleted, a job that a pipeline uses neither', async () => {
  const { projects } = await use();
  const { id } = await done(
    volumes(projects).prepareCreate(projectId, { values: { name: 'v', size: '1 GB' } }),
  );
  const job = sandbox.store.addJob({ projectId, name: 'one' });
  const app = { projectId, technologyId: APP_TECHNOLOGY, values: { name: 'app' } };
  const version = { dockerImage: 'x:1', volumes: [{ path: '/v', volumeId: id }] };
  await done(prepareCreateApp(projects, app, { values: version }));
  await expect(done(volumes(projects).prepareDelete(id))).rejects.toThrow('used by the app app');
  const graph = graphOfRow([job.id], await listGraphJobs(projects, projectId));
  await done(prepareCreatePipeline(projects, { projectId, values: { name: 'p' }, graph }));
  const { errors } = await ask(`mutation { deleteJob(jobId: "${job.id}") }`);
  expect(errors?.[0]?.message).toBe('Job one is used by the pipeline p');
  expect(sandbox.store.job(job.id)).toBeDefined();
});

test('a login of a registry is stored, changed and deleted, and its password never reported', async () => {
  const { projects } = await use();
  const given = { registry: 'r.invalid', username: 'u', password: 'secret-1' };
  const made = await done(dockerCredentials(projects).prepareCreate(projectId, given));
  const change = { username: 'v', password: 'secret-2' };
  const changed = await done(dockerCredentials(projects).prepareUpdate(projectId, made.id, change));
  expect(sandbox.store.dockerCredentials.find(made.id)?.password).toBe('secret-2');
  const listed = await dockerCredentials(projects).list(projectId);
  expect(listed).toMatchObject([{ registry: 'r.invalid', username: 'v' }]);
  expect(JSON.stringify([made, changed, listed])).not.toContain('secret');
  const withoutPassword = { ...change, password: '' };
  await expect(
    dockerCredentials(projects).prepareUpdate(projectId, made.id, withoutPassword),
  ).rejects.toThrow('The password is empty');
  await done(dockerCredentials(projects).prepareDelete(projectId, made.id));
  expect(await dockerCredentials(projects).list(projectId)).toEqual([]);
});

test('a job goes back to an earlier version, and loses those that nothing needs', async () => {
  const { projects } = await use();
  const job = { projectId, name: 'j', category: 'Extraction', technologyId: JOB_TECHNOLOGY };
  const file = (text: string) => ({ ...bytesContent(Buffer.from(text)), fileName: 'j.py' });
  const { id } = await done(
    jobs(projects).prepareCreate({ values: job }, { values: {}, file: file('one') }),
  );
  await done(jobs(projects).prepareAddVersion(id, { values: {}, file: file('two') }));
  await done(jobs(projects).prepareAddVersion(id, { values: {} }));
  const back = await done(jobs(projects).prepareRollback(id, 2));
  expect(back.versions).toMatchObject([{ number: 2, packageInfo: { name: 'j.py' } }]);
  const ofJobs = { what: 'job', query: 'job', get: jobs(projects).get } as const;
  const left = await done(prepareDeleteVersions(projects, ofJobs, id, '1, 2, 3'));
  expect(left).toMatchObject({
    id,
    deletedVersions: [1, 3],
    keptVersions: [{ number: 2, reasons: ['CURRENT_VERSION'] }],
  });
  await expect(done(prepareDeleteVersions(projects, ofJobs, id, [2]))).rejects.toMatchObject({
    message: `The platform did not delete the versions 2 of job ${id}`,
    hint: expect.stringContaining('CURRENT_VERSION'),
  });
  await expect(jobs(projects).prepareRollback(id, 'x')).rejects.toThrow('not a whole number');

  const { downloadUrl } = packageOf(await jobs(projects).get(id));
  const hash = createHash('sha256');
  await Platform.connect(sandbox.credentials).readPackage(downloadUrl, async ({ size, body }) => {
    expect(size).toBe(3);
    for await (const piece of body) hash.update(piece);
  });
  expect(hash.digest('hex')).toBe(createHash('sha256').update('two').digest('hex'));
});

test('a package elsewhere is not asked for, and a token that has ended is replaced', async () => {
  const platform = await use();
  const never = async () => await Promise.reject(new Error('read'));
  await expect(platform.readPackage('https://elsewhere.invalid/x', never)).rejects.toThrow(
    "not at the platform's own address",
  );
  await expect(platform.readPackage(null, never)).rejects.toThrow('own address');
  await expect(platform.readPackage('/projects/api/none', never)).rejects.toMatchObject({
    status: 404,
  });
});

test('a pipeline is made of a row and of a graph, changed, copied and brought back', async () => {
  const { projects } = await use();
  const [one, two] = ['one', 'two'].map((name) => sandbox.store.addJob({ projectId, name }).id);
  const jobs = await listGraphJobs(projects, projectId);
  const graph = graphOfRow('one, two', jobs);
  const values = { name: 'Daily é', releaseNote: 'first', cronScheduling: '0 6 * * *' };
  const made = await done(prepareCreatePipeline(projects, { projectId, values, graph }));
  expect(made).toMatchObject({ alias: 'Daily_e', isScheduled: true });
  const { versions } = await pipelines(projects).get(made.id);
  expect(versions).toMatchObject([
    { releaseNote: 'first', graph: { jobNodes: [{ job: { id: one } }, { job: { id: two } }] } },
  ]);
  const changed = await done(
    pipelines(projects).prepareUpdate(made.id, { values: { alias: 'daily', isScheduled: false } }),
  );
  expect(changed).toMatchObject({ name: 'Daily é', alias: 'daily', isScheduled: false });
  const added = await done(
    prepareAddPipelineVersion(projects, made.id, graphOfRow([two], jobs), { releaseNote: 'n' }),
  );
  expect(added).toMatchObject({ number: 2, releaseNote: 'n' });
  const copy = await done(
    pipelines(projects).prepareDuplicate(
      made.id,
      { values: { name: 'Copy' } },
      {},
      { duplicateJobs: true },
    ),
  );
  expect(copy.name).toBe('Copy');
  expect(sandbox.store.jobs({ projectId })).toHaveLength(3);
  const back = await done(pipelines(projects).prepareRollback(made.id, '1'));
  expect(back.versions).toMatchObject([{ number: 1 }]);
});

test('an app is made, gets another version that keeps what is not set, and goes back', async () => {
  const { projects } = await use();
  const { id: volumeId } = await done(
    volumes(projects).prepareCreate(projectId, { values: { name: 'v', size: '1 GB' } }),
  );
  const app = { projectId, technologyId: APP_TECHNOLOGY, values: { name: 'app' } };
  const version = {
    dockerImage: 'x:1',
    ports: [{ number: 80, isRewriteUrl: false, name: 'web' }],
    volumes: [{ path: '/v', volumeId }],
  };
  const { id } = await done(prepareCreateApp(projects, app, { values: version }));
  const resources = { cpu: { limit: 1 }, memory: { limit: 2 } };
  await done(apps(projects).prepareUpdate(id, { values: { description: 'x', resources } }));
  await done(prepareAddAppVersion(projects, id, { values: { dockerImage: 'x:2' } }));
  expect(await apps(projects).get(id)).toMatchObject({
    description: 'x',
    resources,
    currentVersion: {
      number: 2,
      dockerInfo: { image: 'x:2' },
      ports: [{ number: 80, name: 'web' }],
      volumesWithPath: [{ path: '/v', volume: { id: volumeId, name: 'v' } }],
    },
  });
  await done(apps(projects).prepareRollback(id, 1));
  expect(await apps(projects).get(id)).toMatchObject({
    currentVersion: { number: 1, dockerInfo: { image: 'x:1' } },
  });
});

describe('on an old platform', () => {
  test('pipelines are rows, and what is lacking is said in plain words', async () => {
    const { projects } = await use({ generation: 'early' });
    const [one, two] = ['one', 'two'].map((name) => sandbox.store.addJob({ projectId, name }).id);
    const jobs = await listGraphJobs(projects, projectId);
    const made = await done(
      prepareCreatePipeline(projects, {
        projectId,
        values: { name: 'row' },
        graph: graphOfRow([one, two], jobs),
      }),
    );
    const again = graphOfRow([two, one, two], jobs);
    await done(prepareAddPipelineVersion(projects, made.id, again));
    const { versions } = await pipelines(projects).get(made.id);
    expect(versions?.[0]?.jobs).toMatchObject([{ id: two }, { id: one }, { id: two }]);
    await expect(volumes(projects).list(projectId)).rejects.toThrow(
      'This platform cannot list volumes: its type Project has no field "volumes"',
    );
    await expect(pipelines(projects).prepareDuplicate(made.id, { values: {} })).rejects.toThrow(
      'This platform cannot duplicate pipelines',
    );
    const app = { projectId, technologyId: APP_TECHNOLOGY, values: { name: 'a' } };
    await expect(prepareCreateApp(projects, app, { values: {} })).rejects.toThrow(
      'This platform cannot create apps',
    );
  });
});

async function ask(query: string): Promise<{ errors?: Array<{ message: string }> }> {
  const { projects, session } = Platform.connect(sandbox.credentials);
  const answer = await fetch(projects.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await session.token()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query }),
  });
  return (await answer.json()) as { errors?: Array<{ message: string }> };
}

function packageOf(job: object): { downloadUrl?: string } {
  const { versions } = job as { versions: Array<{ packageInfo: { downloadUrl?: string } }> };
  return versions[0]?.packageInfo ?? {};
}
