import type { RunKind } from '../runs/kinds';
import type { RunStart, StartedRun } from '../runs/start/runStart';

export interface PlanOptions {
  /** Whether to delete entries that the files do not have. Default false. */
  deleteExtraneous?: boolean;
  /** More deletions are blocked. Default: half of the entries of the target, or 5, whichever is more. */
  deleteAtMost?: number;
  /** Globs of entries to deploy, along with those that they refer to. Default: everything. */
  select?: readonly string[];
  /** Default `content`. */
  comparePackages?: 'content' | 'name';
  /** Values of variables for this target: by `NAME`, or by `alias/NAME` for one job, app or pipeline. */
  variables?: ReadonlyMap<string, string>;
  /** Labels of technologies on the target by those in the files. */
  technologyLabels?: ReadonlyMap<string, string>;
  /** The option "Leave Out If Not Supported": fields as a plan names them, kinds in the plural, `variables`, or `*`. */
  leaveOut?: readonly string[];
  /** Only for a plan: returns only what the target has and the files do not. Default false. */
  driftOnly?: boolean;
  /** Alias of a pipeline or job to run after the deploy, until its run ends. */
  runAfter?: string;
}

type IfRunning = 'deploy' | 'wait' | 'error';

export interface DeployOptions extends PlanOptions {
  /** The fingerprint of the only plan that may be deployed. */
  approvedPlan?: string;
  /** Handling of open runs of jobs and pipelines that are to be changed. Default `deploy`: anyway. */
  ifRunning?: IfRunning;
  releaseNote?: string;
  /** Deploys the rest if a part is blocked. Default false: nothing is changed then. */
  continueOnError?: boolean;
  /** Returns the start of the run of "Run After" if an earlier try may have made it. Default: a new one. */
  getStart?: (kind: RunKind, id: string) => RunStart;
  /** Called if a cancel ends the wait for that run. Its start may still be in flight. */
  onRunLeft?: (kind: RunKind, starting: Promise<StartedRun>) => Promise<void>;
  /** Called if that run has failed: another try starts another run. */
  onRunFailed?: () => void;
  /** Called if the deploy waits for another one to the same project. */
  onWait?: () => void;
  timing?: Partial<DeployTiming>;
}

export interface DeployTiming {
  /** Pauses before each look for a change whose response was lost. */
  lookupDelaysMs: readonly number[];
  readyTimeoutMs: number;
  pollIntervalMs: number;
  /** Limits the wait for open runs, and for the run of "Run After". */
  runsTimeoutMs: number;
}

export const DEPLOY_TIMING: DeployTiming = {
  lookupDelaysMs: [0, 500, 2_000],
  readyTimeoutMs: 5 * 60_000,
  pollIntervalMs: 1_000,
  runsTimeoutMs: 60 * 60_000,
};
