import { PROJECT_IDS, type JobScript, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Try } from './entry';

/** A password that must stand nowhere afterwards: both ends survive every way of writing a text, base64 apart. */
export const SECRET = `ZkvTqm3JwfR8sQ"'<&>\\WjLx7pNc2hY4V`;

export const QUICK = { queueSeconds: 0, durationSeconds: 0 };

export const WAITING = { timeout: 30, pollInterval: 1 };

export const WITH_VARIABLES = { includeVariables: true };

export const IN_RETAIL = { projectId: byId(PROJECT_IDS.retail) };

export const inRetail = (options?: object): Try => ({
  parameters: { ...IN_RETAIL, returnAll: true, ...(options && { options }) },
});

export const TO_ENERGY = { targetProjectId: byId(PROJECT_IDS.energy) };

export const CHANGED = { updateFields: { description: 'Changed' } };

type Made = (sandbox: Sandbox) => unknown;
type MadeById = (sandbox: Sandbox) => { value: unknown };

/** Parameters about something that is made on the sandbox for the call. */
export const about =
  (field: string, made: Made) =>
  (others: object = {}) =>
  (sandbox: Sandbox) => ({ [field]: made(sandbox), ...others });

const jobOf =
  (script: Partial<JobScript>) =>
  ({ store }: Sandbox) =>
    byId(store.addJob({ projectId: PROJECT_IDS.retail, script }).id);

export const start = ({ store }: Sandbox, id: string) =>
  store.startRun(id) ?? store.pipelines.start(id);

const runOf = (made: MadeById) => (sandbox: Sandbox) =>
  start(sandbox, String(made(sandbox).value))?.id ?? '';

const underWay = (made: MadeById) => (sandbox: Sandbox) => {
  const of = made(sandbox);
  start(sandbox, String(of.value));
  return of;
};

const FAILED = {
  ...QUICK,
  outcome: 'FAILED' as const,
  outcomeDetails: 'The container exited with code 1',
  logLines: [{ stream: 'STDERR' as const, value: 'ValueError: bad date' }],
};

export const quickJob = jobOf(QUICK);
export const endlessJob = jobOf({ queueSeconds: 0, durationSeconds: null, killSeconds: 0 });
export const endedRun = runOf(jobOf({ ...QUICK, logLines: [{ stream: 'STDOUT', value: 'Done' }] }));
export const endlessRun = runOf(endlessJob);
export const jobUnderWay = underWay(endlessJob);

export function jobOfTwoVersions(sandbox: Sandbox) {
  const job = quickJob(sandbox);
  sandbox.store.addJobVersion(String(job.value), {}, 'demo');
  return job;
}

export function failedRun({ store }: Sandbox): string {
  const { id } = store.addJob({ name: 'Failing', projectId: PROJECT_IDS.retail, script: QUICK });
  for (let n = 3; n > 0; n--) store.startRun(id, { requestedAt: store.clock() - n * 60_000 });
  store.addJobVersion(id, { commandLine: 'python new.py' }, 'demo');
  return store.startRun(id, { script: FAILED })?.id ?? '';
}

export function pipelineOf({ store }: Sandbox, jobId: string): string {
  const node = { id: jobId, jobId, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  return store.pipelines.add({ projectId: store.job(jobId)?.projectId ?? '', graph }).id;
}

const pipelineAround = (job: MadeById) => (sandbox: Sandbox) =>
  byId(pipelineOf(sandbox, String(job(sandbox).value)));

export const quickPipeline = pipelineAround(quickJob);
export const endlessPipeline = pipelineAround(endlessJob);
export const endedPipelineRun = runOf(quickPipeline);
export const endlessPipelineRun = runOf(endlessPipeline);
export const pipelineUnderWay = underWay(endlessPipeline);
export const failedPipelineRun = runOf(pipelineAround(jobOf(FAILED)));

export function pipelineOfTwoVersions(sandbox: Sandbox) {
  const pipeline = quickPipeline(sandbox);
  const graph = { jobNodes: [], conditionNodes: [] };
  const details = { releaseNote: null, sourceUrl: null, graph };
  sandbox.store.pipelines.addVersion(String(pipeline.value), details, 'demo');
  return pipeline;
}

/** Of the operations that start runs. @param ended of which the runs end at once @param underWay with a run that does not end */
export function startTries(idField: string, ended: Made, underWay: Made) {
  const called = about(idField, ended);
  const skipped: Try = {
    of: 'that is skipped',
    parameters: about(idField, underWay)({ options: { ifRunning: 'skip' } }),
  };
  return {
    run: [called(), skipped],
    runAndWait: [
      called({ options: WAITING }),
      { of: 'with variables', parameters: called({ options: WITH_VARIABLES }) },
      skipped,
    ],
  };
}

export function waitTries(idField: string, ended: Made, endless: Made) {
  const options = { pollInterval: 1, logLines: 3, onFailure: 'output' };
  return [
    (sandbox: Sandbox) => {
      const made = ended(sandbox);
      for (const { id } of sandbox.store.jobs()) sandbox.store.failNextRun(id);
      return { [idField]: made, options: { ...options, timeout: 20, stopOnCancel: true } };
    },
    about(idField, endless)({ options: { ...options, onTimeout: 'stop', timeout: 1.5 } }),
  ];
}
