import type { RunKind } from '../runs/kinds';
import type { RunStart, StartedRun } from '../runs/start/runStart';

export interface PlanOptions {
  /** Whether to delete entries that the files do not have. Default false. */
  deleteExtraneous?: boolean;
  /**
   * If a deploy would delete more entries than this, all its deletions are blocked. Default: half of the selected entries of the
   * target, or 5, whichever is more.
   */
  deleteAtMost?: number;
  /** Globs of the entries to deploy. Entries that they refer to are also deployed. Default: all entries. */
  select?: readonly string[];
  /** Whether packages with the same name are compared by their content, or count as equal. Default `content`. */
  comparePackages?: 'content' | 'name';
  /** Values of variables for this target, by `NAME`, or by `key/NAME` for one job, app or pipeline. */
  variables?: ReadonlyMap<string, string>;
  /** Labels of technologies on the target, by their labels in the files. */
  technologyLabels?: ReadonlyMap<string, string>;
  /** Names of unsupported fields, as in a plan, and of unsupported kinds, such as `jobs`, to leave out. `*` means all of them. */
  leaveOut?: readonly string[];
  /** Whether a plan reports only entries and values of the target that differ from the files. Default false. */
  driftOnly?: boolean;
  /** The pipeline or job that the deploy runs at the end, by its key, or as `jobs/key`. The deploy waits until the run ends. */
  runAfter?: string;
}

type IfRunning = 'deploy' | 'wait' | 'error';

export interface DeployOptions extends PlanOptions {
  /** The fingerprint of the only plan that may be deployed. */
  approvedPlan?: string;
  /** If a job or pipeline that would change has an open run, the deploy starts anyway, waits or fails. Default `deploy`. */
  ifRunning?: IfRunning;
  releaseNote?: string;
  /** Whether to make the other changes if some are blocked. By default, nothing is changed then. */
  continueOnError?: boolean;
  /** Returns the `RunStart` for "Run After". An earlier try may already have sent this start. Default: a new one. */
  getStart?: (kind: RunKind, id: string) => RunStart;
  /** Called if the user cancels during the "Run After" run. The start of the run may still be in flight. */
  onCanceledDuringRun?: (kind: RunKind, starting: Promise<StartedRun>) => Promise<void>;
  /** Called if the "Run After" run has failed, so that the next try starts a new run. */
  onRunFailed?: () => void;
  /** Called if the deploy waits for another deploy to the same project. */
  onWait?: () => void;
  timing?: Partial<DeployTiming>;
}

export interface DeployTiming {
  /** The pauses before reads that check whether the platform has made a change, one for each read. */
  lookupDelaysMs: readonly number[];
  /** Limits the wait until the project is ready. */
  readyTimeoutMs: number;
  pollIntervalMs: number;
  /** Limits the wait for open runs, and the wait for the "Run After" run. */
  runsTimeoutMs: number;
}

export const DEPLOY_TIMING: DeployTiming = {
  lookupDelaysMs: [0, 500, 2_000],
  readyTimeoutMs: 5 * 60_000,
  pollIntervalMs: 1_000,
  runsTimeoutMs: 60 * 60_000,
};
