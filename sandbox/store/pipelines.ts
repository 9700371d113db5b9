import type { PipelineGraph } from '../runs/graph';
import type { Alerting } from './jobs';
import { type ConditionResult, type PipelinePlan, planPipelineRun } from '../runs/pipelinePlan';
import { type RunState, findState } from '../runs/timeline';
import { isEnded } from '../runs/status';
import type { Database } from './database';
import type { RunCause, JobRunTable, RunToAdd, StoredRun } from './runs';
import { type Page, RunTable } from './table';
import { type NewVersioned, type Versioned, VersionedTable } from './versions';

const EMPTY_GRAPH: PipelineGraph = { jobNodes: [], conditionNodes: [] };

class PipelineSettings {
  isScheduled = false;
  cronScheduling: string | null = null;
  scheduleTimezone: string | null = null;
  alerting: Alerting | null = null;
  hasExecutionVariablesEnabled = false;
}

export interface Pipeline extends Versioned {
  settings: PipelineSettings;
}

export class PipelineVersionDetails {
  releaseNote: string | null = null;
  sourceUrl: string | null = null;
  graph: PipelineGraph = EMPTY_GRAPH;
}

type NewPipeline = NewVersioned<Pipeline, PipelineVersionDetails, never> &
  Partial<PipelineVersionDetails>;

/** Times are epoch milliseconds. */
export interface StoredPipelineRun {
  id: string;
  pipelineId: string;
  /** Counts from 1 within the pipeline. */
  number: number;
  versionNumber: number;
  requestedAt: number;
  stoppedAt: number | null;
  cause: PipelineRunCause;
  /** Login of the user; null if a schedule started the run. */
  author: string | null;
  stopAuthor: string | null;
}

type PipelineRunCause = Exclude<RunCause, 'PIPELINE'>;

type OptionalInRun = 'cause' | 'stoppedAt' | 'stopAuthor';

type NewPipelineRun = Partial<Pick<StoredPipelineRun, 'requestedAt' | 'cause' | 'author'>>;

export interface PipelineRun extends StoredPipelineRun, RunState {
  conditions: Map<string, ConditionResult | null>;
}

type StartJob = (jobId: string, run: RunToAdd) => StoredRun | undefined;

export class Pipelines extends VersionedTable<Pipeline, PipelineVersionDetails> {
  readonly runTable: RunTable<StoredPipelineRun, OptionalInRun>;

  constructor(
    database: Database,
    clock: () => number,
    private readonly jobRunTable: JobRunTable,
    private readonly startJob: StartJob,
    private readonly user: string,
  ) {
    const ownDefaults = { settings: new PipelineSettings() };
    super(database, 'Pipeline', clock, ownDefaults, new PipelineVersionDetails());
    this.runTable = new RunTable<StoredPipelineRun, OptionalInRun>(database, 'pipelineRun', {
      noun: 'Pipeline instance',
      owner: 'pipelineId',
      defaults: { cause: 'MANUAL', stoppedAt: null, stopAuthor: null },
    });
  }

  override add({ graph, releaseNote, sourceUrl, ...pipeline }: NewPipeline): Pipeline {
    return super.add({ version: { graph, releaseNote, sourceUrl }, ...pipeline });
  }

  /** Starts a run of a pipeline. The runs of its jobs are created at once and wait for one another. */
  start(id: string, run: NewPipelineRun = {}): PipelineRun | undefined {
    const requestedAt = run.requestedAt ?? this.clock();
    const author = run.author ?? (run.cause === 'SCHEDULED' ? null : this.user);
    const pipeline = this.find(id);
    if (!pipeline) return undefined;
    return this.database.inTransaction(() => {
      const added = this.runTable.add({
        pipelineId: pipeline.id,
        number: this.runTable.nextNumber(pipeline.id),
        versionNumber: pipeline.versionNumber,
        requestedAt,
        cause: run.cause ?? 'MANUAL',
        author,
      });
      const graph = this.details(pipeline)?.graph ?? EMPTY_GRAPH;
      for (const { id: nodeId, jobId } of graph.jobNodes) {
        const part = { nodeId, pipelineRunId: added.id, cause: 'PIPELINE' as const };
        this.startJob(jobId, { requestedAt, author, ...part });
      }
      return this.withState(added);
    });
  }

  /** Stops a run. Nothing changes if the run has ended or is already stopping. */
  stop(runId: string, author = this.user): PipelineRun | undefined {
    const run = this.run(runId);
    if (!run || isEnded(run.status) || run.stoppedAt !== null) return run;
    this.runTable.edit(run.id, { stoppedAt: this.clock(), stopAuthor: author });
    return this.run(runId);
  }

  run(id: string): PipelineRun | undefined {
    const stored = this.runTable.find(id);
    return stored && this.withState(stored);
  }

  /** Returns the runs of a pipeline, newest first. */
  runs(pipelineId: string, page: Page = {}): PipelineRun[] {
    return this.runTable.latest(pipelineId, page).map((run) => this.withState(run));
  }

  plan(runId: string): PipelinePlan | undefined {
    const stored = this.runTable.find(runId);
    return stored && this.readPlan(stored);
  }

  private readPlan({ id, pipelineId, versionNumber, requestedAt, stoppedAt }: StoredPipelineRun) {
    const jobRuns = this.jobRunTable.listPartsOf(id);
    return planPipelineRun({
      requestedAt,
      stoppedAt,
      graph: this.version(pipelineId, versionNumber)?.details.graph ?? EMPTY_GRAPH,
      runs: new Map(jobRuns.map((run) => [run.nodeId ?? '', run])),
    });
  }

  private withState(run: StoredPipelineRun): PipelineRun {
    const { records, conditions } = this.readPlan(run);
    return { ...run, ...findState(records, this.clock()), conditions };
  }
}
