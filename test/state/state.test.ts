/** What an earlier version has left in n8n's database and in users' repositories is taken up by this one. */
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { readBinary } from '../support/engine/binaryData';
import type { StartItem } from '../support/engine/helperNodes';
import { pollNode } from '../support/engine/poll';
import { retryNode, runNode, type WorkflowRun } from '../support/engine/runWorkflow';
import { runConfFiles } from '../nodes/ConfFiles/support';
import { tickingClock, told, triggerNode } from '../nodes/ConfFilesTrigger/support';
import { byId, perform, performed } from '../nodes/Projects/support';
import { pollProjects } from '../nodes/ProjectsTrigger/support';
import { runSettings } from '../nodes/Settings/support';
import { toBase64 } from '../platform/kubernetes/kubeconfigs';
import { addCredentials, fillProject } from '../support/randomProject';
import { leftBy, RECORDING, VERSIONS } from './recorded';

const JOB = '20000000-0000-4000-8000-000000000901';
const EXPORTED_PROJECT = '10000000-0000-4000-8000-000000000901';
const run = (number: number) => `30000000-0000-4000-8000-00000000090${number}`;
const RECORDED_AT = Date.parse('2026-11-23T12:00:00Z');

/** The app of the kept files that uses another app's volume. */
const SHARING = 'apps/App_2_2.json';

function withoutVolumes(base64: string): string {
  const app = JSON.parse(Buffer.from(base64, 'base64').toString()) as { version: object };
  return toBase64(JSON.stringify({ ...app, version: { ...app.version, volumes: undefined } }));
}

let sandbox: Sandbox;
afterEach(() => sandbox.close());
const start = async (options: SandboxOptions = {}) =>
  (sandbox = await startSandbox({ seedRuns: false, ...options }));
/** What differs from one sandbox to the next. */
const places = () => ({
  'http://files.example.com': sandbox.uploadCredentials.localAddress,
  'http://platform.example.com': sandbox.baseUrl,
  'the-upload-token': sandbox.uploadCredentials.uploadToken,
  'the-token-of-the-cluster': sandbox.clusterCredentials.token,
});
const platform = () => ({ dataPlatformApi: sandbox.credentials });

describe.each(VERSIONS)('what %s has left', (version) => {
  test('the static data of a trigger of runs: what ended meanwhile is reported, and nothing twice', async () => {
    let now = RECORDED_AT;
    await start({ clock: () => now });
    const script = { queueSeconds: 0, durationSeconds: 90 };
    const { projectId } = sandbox.store.addJob({ id: JOB, name: 'Watched', script });
    const parameters = { projectId: byId(projectId), ids: [], options: {} };
    const events = ['runStarted', 'runSucceeded'];
    const poll = (staticData: IDataObject) =>
      pollProjects(sandbox, staticData, { ...parameters, events });
    const first = RECORDING ? (await poll({})).staticData : {};
    sandbox.store.startRun(JOB, { id: run(1) });
    now += 60_000;
    sandbox.store.startRun(JOB, { id: run(2) });
    now += 60_000;
    const make = async () => (await poll(first)).staticData;
    const kept = await leftBy(version, 'projectsTrigger', places(), make);

    now += 60_000;
    sandbox.store.startRun(JOB, { id: run(3) });
    now += 1_000;
    const { json, staticData, warnings } = await poll(kept);
    expect(json.map(({ event, id }) => [event, id])).toEqual([
      ['runSucceeded', run(2)],
      ['runStarted', run(3)],
    ]);
    expect(warnings).toEqual([]);
    expect((await poll(staticData)).items).toBeUndefined();
  });

  test('the static data of a trigger of configuration files: every change is reported, and nothing old', async () => {
    await start({ seed: false, clock: tickingClock() });
    const poll = (staticData: IDataObject) =>
      pollNode({ ...triggerNode(sandbox, { path: '/etc' }), staticData });
    sandbox.confFiles.write('/etc/same.txt', 'same');
    sandbox.confFiles.write('/etc/changed.txt', 'before');
    sandbox.confFiles.write('/etc/sub/gone 100%.txt', 'gone');
    const make = async () => (await poll({})).staticData;
    const kept = await leftBy(version, 'confFilesTrigger', places(), make);

    sandbox.confFiles.write('/etc/changed.txt', 'afterwards');
    sandbox.confFiles.remove('/etc/sub/gone 100%.txt');
    sandbox.confFiles.write('/etc/new.txt', 'new');
    const polled = await poll(kept);
    expect(told(polled).sort()).toEqual([
      'fileCreated /etc/new.txt',
      'fileDeleted /etc/sub/gone 100%.txt',
      'fileUpdated /etc/changed.txt',
    ]);
    expect(polled.warnings).toEqual([]);
  });

  test('a failed execution: a user retries it, and the run that it started goes on', async () => {
    await start();
    const script = { queueSeconds: 0, durationSeconds: RECORDING ? 4 : 1 };
    sandbox.store.addJob({ id: JOB, name: 'Retried', script });
    const node = (options: object) => ({
      parameters: { resource: 'job', operation: 'runAndWait', jobId: byId(JOB), options } as never,
    });
    const { data, id } = await leftBy(version, 'failedExecution', places(), async () => {
      const failed = await runNode(node({ timeout: 1, pollInterval: 1 }), platform());
      expect(failed.error?.message).toContain('has not ended within 1 s');
      return { data: failed.run.data, id: sandbox.store.runsOfJob(JOB)[0]?.id };
    });
    if (!RECORDING) sandbox.store.startRun(JOB, { id });
    const before = sandbox.stats.byOperation.runJob ?? 0;
    const failed = { run: { data } } as WorkflowRun;
    const again = await retryNode(failed, node({ pollInterval: 1 }), platform());
    expect(again.error).toBeUndefined();
    expect(again.json).toEqual([expect.objectContaining({ id, succeeded: true })]);
    expect(sandbox.stats.byOperation.runJob ?? 0).toBe(before);
    expect(sandbox.store.runsOfJob(JOB)).toHaveLength(1);
  });

  test('credentials, at other addresses', async () => {
    await start();
    const credentials = await leftBy(version, 'credentials', places(), async () => ({
      dataPlatformApi: sandbox.credentials,
      dataPlatformUploadTokenApi: sandbox.uploadCredentials,
      dataPlatformKubernetesApi: sandbox.clusterCredentials,
    }));
    const projects = await runNode(
      { parameters: { resource: 'project', operation: 'getAll', returnAll: true } },
      credentials,
    );
    expect(projects.error).toBeUndefined();
    expect(projects.json.length).toBeGreaterThan(1);
    const upload = { resource: 'file', operation: 'upload', filePath: '/kept.txt' };
    const uploaded = await runConfFiles(
      sandbox,
      { ...upload, contentSource: 'text', textContent: 'kept' },
      [{}],
      { credential: credentials.dataPlatformUploadTokenApi },
    );
    expect(uploaded.error).toBeUndefined();
    expect(sandbox.confFiles.read('/kept.txt')?.toString()).toBe('kept');
    const token = { resource: 'uploadToken', operation: 'get' };
    const cluster = await runSettings(sandbox, token, credentials);
    expect(cluster.json).toEqual([expect.objectContaining({ found: true })]);
  });

  test('the files of a project: they are valid, are deployed whole, and a second deploy changes nothing', async () => {
    await start();
    const { store } = sandbox;
    const { id } = store.addProject({ id: EXPORTED_PROJECT, name: 'Exported' });
    const passwords = fillProject(sandbox, id, 9);
    const kept = await leftBy(version, 'project', places(), async () => {
      const options = { output: 'files', projectId: byId(id) };
      const { outputs, error } = await perform(sandbox, 'project.export', options);
      expect(error).toBeUndefined();
      const files = (outputs[0] ?? []).map(async ({ json, binary }) => ({
        path: String(json.path),
        base64: (await readBinary(binary?.data?.id)).toString('base64'),
      }));
      return { passwords, files: await Promise.all(files) };
    });
    const itemsOf = (changed: (base64: string) => string): StartItem[] =>
      kept.files.map(({ path, base64 }) => {
        const data = path === SHARING ? changed(base64) : base64;
        const fileName = path.slice(path.lastIndexOf('/') + 1);
        const mimeType = 'application/octet-stream';
        return { json: { path }, binary: { data: { data, fileName, mimeType } } };
      });
    const validate = (given: StartItem[]) =>
      performed(
        sandbox,
        'project.validate',
        { source: 'items', ifInvalid: 'return' },
        { items: given },
      );
    // A volume is linked to one app: 1.0.0 let two share it, which is refused by name since.
    expect(await validate(itemsOf((base64) => base64))).toEqual([
      expect.objectContaining({ path: SHARING, field: 'version.volumes' }),
    ]);
    const items = itemsOf(withoutVolumes);
    expect(kept.files.some(({ path }) => path === 'project.json')).toBe(true);
    expect(await validate(items)).toEqual(
      items.map(() => expect.objectContaining({ valid: true }) as unknown),
    );

    const values = kept.passwords.map((name) => ({ name, value: `the password ${name}` }));
    const { id: projectId } = store.addProject({ name: 'Taken up' });
    const options = { variables: { values } };
    const target = { source: 'items', target: 'project', projectId: byId(projectId), options };
    addCredentials(sandbox, projectId);
    const deployed = await performed(sandbox, 'project.deploy', target, { items });
    expect(deployed.some(({ action }) => action === 'created')).toBe(true);
    expect(store.jobs({ projectId })).toHaveLength(
      kept.files.filter(({ path }) => /^jobs\/[^/]+\.json$/.test(path)).length,
    );
    const again = await performed(sandbox, 'project.deploy', target, { items });
    expect([...new Set(again.map(({ action }) => action))]).toEqual(['unchanged']);
  });
});
