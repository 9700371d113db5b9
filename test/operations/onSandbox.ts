import { APP_TECHNOLOGY_IDS, PROJECT_IDS, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Try } from './entry';

/** A password that must stand nowhere afterwards: both ends survive every way of writing a text, base64 apart. */
export const SECRET = `ZkvTqm3JwfR8sQ"'<&>\\WjLx7pNc2hY4V`;

export const QUICK = { queueSeconds: 0, durationSeconds: 0 };

export const WAITING = { timeout: 30, pollInterval: 1 };

export const WITH_VARIABLES = { includeVariables: true };

export const IN_RETAIL = { projectId: byId(PROJECT_IDS.retail) };

export const TO_ENERGY = { targetProjectId: byId(PROJECT_IDS.energy) };

export function quickJob({ store }: Sandbox) {
  return byId(store.addJob({ projectId: PROJECT_IDS.retail, script: QUICK }).id);
}

export function jobOfTwoVersions(sandbox: Sandbox) {
  const job = quickJob(sandbox);
  sandbox.store.addJobVersion(String(job.value), {}, 'demo');
  return job;
}

export function appOfTwoVersions({ store }: Sandbox) {
  const app = store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: { dockerInfo: { image: 'registry.invalid/app:1', dockerCredentialsId: null } },
  });
  store.apps.addVersion(app.id, {}, 'demo');
  return byId(app.id);
}

export function newVolume({ store }: Sandbox) {
  const projectId = PROJECT_IDS.retail;
  const name = `volume ${store.volumes.of(projectId).length}`;
  const made = { projectId, name, size: '2 GB', description: null, creator: 'demo' };
  return byId(store.volumes.add({ ...made, createdAt: store.clock() }).id);
}

export function usedVolume(sandbox: Sandbox) {
  const used = newVolume(sandbox);
  sandbox.store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: { volumesWithPath: [{ path: '/data', volumeId: used.value as string }] },
  });
  return used;
}

export function newDockerCredential({ store }: Sandbox) {
  const login = { registry: 'registry.invalid', username: 'demo', password: 'a secret' };
  const { retail: projectId } = PROJECT_IDS;
  return byId(store.dockerCredentials.add({ projectId, ...login, updatedAt: store.clock() }).id);
}

export function endedRun({ store }: Sandbox): string {
  const { id } = store.addJob({
    projectId: PROJECT_IDS.retail,
    script: { ...QUICK, logLines: [{ stream: 'STDOUT', value: 'Done' }] },
  });
  return store.startRun(id)?.id ?? '';
}

const ENDLESS = { queueSeconds: 0, durationSeconds: null, killSeconds: 0 };

export function endlessJob({ store }: Sandbox) {
  return byId(store.addJob({ projectId: PROJECT_IDS.retail, script: ENDLESS }).id);
}

export function jobUnderWay(sandbox: Sandbox) {
  const job = endlessJob(sandbox);
  sandbox.store.startRun(String(job.value));
  return job;
}

export function endlessRun(sandbox: Sandbox): string {
  const jobId = jobUnderWay(sandbox).value as string;
  return sandbox.store.runsOfJob(jobId)[0]?.id ?? '';
}

export function pipelineOf({ store }: Sandbox, jobId: string): string {
  const node = { id: jobId, jobId, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  return store.pipelines.add({ projectId: store.job(jobId)?.projectId ?? '', graph }).id;
}

export function quickPipeline(sandbox: Sandbox) {
  return byId(pipelineOf(sandbox, quickJob(sandbox).value as string));
}

export function pipelineOfTwoVersions(sandbox: Sandbox) {
  const pipeline = quickPipeline(sandbox);
  const graph = { jobNodes: [], conditionNodes: [] };
  const details = { releaseNote: null, sourceUrl: null, graph };
  sandbox.store.pipelines.addVersion(String(pipeline.value), details, 'demo');
  return pipeline;
}

export function endedPipelineRun(sandbox: Sandbox): string {
  const id = quickPipeline(sandbox).value as string;
  return sandbox.store.pipelines.start(id)?.id ?? '';
}

const FAILED = {
  ...QUICK,
  outcome: 'FAILED' as const,
  outcomeDetails: 'The container exited with code 1',
  logLines: [{ stream: 'STDERR' as const, value: 'ValueError: bad date' }],
};

export function failedRun({ store }: Sandbox): string {
  const { id } = store.addJob({ name: 'Failing', projectId: PROJECT_IDS.retail, script: QUICK });
  for (let n = 3; n > 0; n--) store.startRun(id, { requestedAt: store.clock() - n * 60_000 });
  store.addJobVersion(id, { commandLine: 'python new.py' }, 'demo');
  return store.startRun(id, { script: FAILED })?.id ?? '';
}

export function failedPipelineRun(sandbox: Sandbox): string {
  const { id } = sandbox.store.addJob({ projectId: PROJECT_IDS.retail, script: FAILED });
  return sandbox.store.pipelines.start(pipelineOf(sandbox, id))?.id ?? '';
}

export function endlessPipeline(sandbox: Sandbox) {
  return byId(pipelineOf(sandbox, String(endlessJob(sandbox).value)));
}

export function pipelineUnderWay(sandbox: Sandbox) {
  const pipeline = endlessPipeline(sandbox);
  sandbox.store.pipelines.start(String(pipeline.value));
  return pipeline;
}

export function endlessPipelineRun(sandbox: Sandbox): string {
  const { value } = endlessPipeline(sandbox);
  return sandbox.store.pipelines.start(String(value))?.id ?? '';
}

type Made = (sandbox: Sandbox) => unknown;

/** Of the operations that start runs. @param ended of which the runs end at once @param underWay with a run that does not end */
export function startTries(idField: string, ended: Made, underWay: Made) {
  const called = (made: Made, options?: object) => (sandbox: Sandbox) => ({
    [idField]: made(sandbox),
    ...(options && { options }),
  });
  const skipped = { of: 'that is skipped', parameters: called(underWay, { ifRunning: 'skip' }) };
  return {
    run: [called(ended), skipped],
    runAndWait: [
      called(ended, WAITING),
      { of: 'with variables', parameters: called(ended, WITH_VARIABLES) },
      skipped,
    ],
  };
}

/** Waits for a run that ends badly, and for one that is stopped. */
export function waitTries(idField: string, ended: Made, endless: Made): Try[] {
  const options = { pollInterval: 1, logLines: 3, onFailure: 'output' };
  const stopped = { ...options, onTimeout: 'stop', timeout: 1.5 };
  return [
    {
      parameters: (sandbox) => {
        const made = ended(sandbox);
        for (const { id } of sandbox.store.jobs()) sandbox.store.failNextRun(id);
        return { [idField]: made, options: { ...options, timeout: 20, stopOnCancel: true } };
      },
    },
    { parameters: (sandbox) => ({ [idField]: endless(sandbox), options: stopped }) },
  ];
}
