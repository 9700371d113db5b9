import {
  retryNode,
  runNode,
  startNode,
  type WorkflowRun,
} from '../../../support/engine/runWorkflow';
import type { Fault, Sandbox } from '../../../../sandbox';
import { findState, planRun, type RunFacts } from '../../../../sandbox/runs/timeline';

/** "Run" or "Run and Wait" of the jobs whose IDs stand in the items. */
export const jobNode = (operation: string, options: object = {}, settings: object = {}) => ({
  parameters: {
    resource: 'job',
    operation,
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: { ...(operation === 'run' ? {} : { pollInterval: 1 }), ...options } as never,
  },
  settings,
});

type JobNode = ReturnType<typeof jobNode>;

/** IDs of jobs, or items with more than an ID. */
type Items = ReadonlyArray<string | Record<string, string>>;

/** Runs jobs of a sandbox by the node, and shows what became of them there. */
export function jobRunsOn(sandbox: () => Sandbox) {
  const credentials = () => ({ dataPlatformApi: sandbox().credentials });
  const itemsOf = (jobs: Items) =>
    jobs.map((job) => (typeof job === 'string' ? { jobId: job } : job));
  const quick = { queueSeconds: 0, durationSeconds: 0.2 };
  const addJob = (script: object = {}) =>
    sandbox().store.addJob({ name: 'Job', script: { ...quick, ...script } }).id;
  return {
    credentials,
    addJob,
    addJobs: (count: number, scriptOf: (n: number) => object = () => ({})) =>
      Array.from({ length: count }, (_, n) => addJob(scriptOf(n))),
    runsOf: (job: string) => sandbox().store.runsOfJob(job),
    sends: () => sandbox().stats.byOperation.runJob ?? 0,
    failStart: (fault: Partial<Fault>) =>
      sandbox().faults.add({ kind: 'resetAfter', operation: 'runJob', ...fault }),
    run: async (node: JobNode, jobs: Items) => await runNode(node, credentials(), itemsOf(jobs)),
    /** Its outputs if it must not fail. */
    ran: async (node: JobNode, jobs: Items) => {
      const { json, error } = await runNode(node, credentials(), itemsOf(jobs));
      expect(error).toBeUndefined();
      return json;
    },
    start: async (node: JobNode, jobs: Items) =>
      await startNode(node, credentials(), itemsOf(jobs)),
    retry: async (failed: WorkflowRun, node: JobNode) =>
      await retryNode(failed, node, credentials()),
  };
}

export const CONTINUES = { onError: 'continueErrorOutput' as const };
export const RETRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

/** How many of these runs were under way at the same time, at most. */
export function mostAtOnce(runs: readonly RunFacts[]): number {
  const underWayAt = (time: number) =>
    runs.filter((run) => run.requestedAt <= time && findState(planRun(run), time).endedAt === null)
      .length;
  return Math.max(0, ...runs.map(({ requestedAt }) => underWayAt(requestedAt)));
}
