import type { RunKind } from '../runs/kinds';
import type { RunStart } from '../runs/start/runStart';

export interface PlanOptions {
  /** Whether what the files do not name is deleted. Default false. */
  deleteExtraneous?: boolean;
  /** More is not deleted: it blocks. Default: half of what the target has, or 5, whichever is more. */
  deleteAtMost?: number;
  /** Globs of what is deployed, with what that needs. Default: everything. */
  select?: readonly string[];
  /** How to find out whether a package differs. Default `content`. */
  comparePackages?: 'content' | 'name';
  /** Values of variables for this target: by `NAME`, or by `alias/NAME` for one of a job, app or pipeline. */
  variables?: ReadonlyMap<string, string>;
  /** The labels of technologies on the target by those in the files. */
  technologies?: ReadonlyMap<string, string>;
  /** What is left out if the target does not support it; otherwise that blocks. See `LeaveOut`. */
  leaveOut?: readonly string[];
  /** Of a plan only: whether to return only what the target has but the files do not. Default false. */
  driftOnly?: boolean;
  /** The alias of a pipeline or job that is run after a deploy, and waited for. */
  runAfter?: string;
}

/** `deploy`: all the same; `wait`: until the run has ended; `error`: nothing is changed. */
type IfRunning = 'deploy' | 'wait' | 'error';

export interface DeployOptions extends PlanOptions {
  /** The fingerprint of the only plan that may be carried out. */
  approvedPlan?: string;
  /** What to do about jobs and pipelines that are to be changed and have a run under way. Default `deploy`. */
  ifRunning?: IfRunning;
  /** Of every version that is added. */
  releaseNote?: string;
  /** Whether the rest is carried out if a part of it is blocked or fails. Default false: nothing is changed then. */
  isPartly?: boolean;
  /** The start of the run afterwards, if an earlier try may have made it. Default: a new one. */
  startOf?: (kind: RunKind, id: string) => RunStart;
  /** Called if the run afterwards has ended badly: another try starts another one. */
  onRunFailed?: () => void;
  /** Called if the deploy waits for another one of this process to the same project. */
  onWait?: () => void;
  timing?: Partial<DeployTiming>;
}

/** How long a deploy waits for what. */
export interface DeployTiming {
  /** If a response was lost: the pauses before each look for what it may have made, in milliseconds. */
  lookupDelaysMs: readonly number[];
  /** For a new project to be ready. */
  readyWithinMs: number;
  /** Between two looks at something that is waited for. */
  pollIntervalMs: number;
  /** For runs under way to end, and for the run afterwards. */
  runsWithinMs: number;
}

export const DEPLOY_TIMING: DeployTiming = {
  lookupDelaysMs: [0, 500, 2_000],
  readyWithinMs: 5 * 60_000,
  pollIntervalMs: 1_000,
  runsWithinMs: 60 * 60_000,
};
