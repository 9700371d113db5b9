import type { GraphqlEndpoint } from '../../../../platform/graphql/send/endpoint';
import { getLiveSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { readRunsBeforeStart } from '../../../../platform/runs/start/jobStarts';
import { RunStart } from '../../../../platform/runs/start/runStart';
import { JOB_IDS, startSandbox, type Fault, type SandboxOptions } from '../../../../sandbox';
import { TestClock } from '../../../support/testClock';
import { untilTestEnds } from '../../../support/untilTestEnds';

export const WINDOW_MS = 2_000;
export const UNKNOWN = 'It is not known whether';
export const jobId = JOB_IDS.weatherImport;

/** Still queued when the window ends: what changes is only its status. */
export const QUEUED = { queueSeconds: (WINDOW_MS / 1000) * 1.2, durationSeconds: null };
/** It starts within the window and goes on. */
export const STARTS = { queueSeconds: (WINDOW_MS / 1000) * 0.5, durationSeconds: null };
/** It goes on from the first moment. */
export const AT_ONCE = { queueSeconds: 0, durationSeconds: null };
/** It has ended at the first read. */
export const QUICK = { queueSeconds: 0.3, durationSeconds: 0.2 };

/** Starts on a sandbox of each test, in time that passes as fast as the sandbox answers. */
export function startsOnClock() {
  let clock: TestClock;
  beforeEach(() => {
    process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = String(WINDOW_MS / 1000);
    clock = new TestClock().run();
  });
  return {
    clock: () => clock,
    /** @param script of the runs of all jobs */
    async open(script: object, options: SandboxOptions = {}) {
      const now = () => clock.now();
      const sandbox = await untilTestEnds(
        startSandbox({ seedRuns: false, clock: now, ...options }),
      );
      for (const id of Object.values(JOB_IDS)) sandbox.store.setScript(id, script);
      const { projects: endpoint } = Platform.connect(sandbox.credentials);
      // So that the first read of a window does not wait for it.
      if (options.introspection !== false) await getLiveSchema(endpoint);
      const fault = (more: Partial<Fault>) =>
        sandbox.faults.add({ kind: 'resetAfter', operation: 'runJob', ...more });
      return {
        sandbox,
        endpoint,
        /** The response to a start is lost. */
        lose: (more: Partial<Fault> = {}) => fault(more),
        /** A start does not arrive. */
        drop: (more: Partial<Fault> = {}) => fault({ kind: 'resetBefore', ...more }),
        begin: (more: object = {}) => sandbox.store.startRun(jobId, more),
        ids: () => sandbox.store.runsOfJob(jobId).map(({ id }) => id),
        sends: () => sandbox.stats.byOperation.runJob ?? 0,
        /** Reads which runs there are, as "Run and Wait" does before it starts one. */
        read: async () => await readRunsBeforeStart(endpoint, JOB_RUNS, [jobId], 20),
      };
    },
  };
}

export const createStart = (endpoint: GraphqlEndpoint) => new RunStart(endpoint, JOB_RUNS, jobId);
