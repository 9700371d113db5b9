import { randomUUID } from 'node:crypto';
import type { PipelineGraph } from '../runs/graph';
import { type Alerting, freeAlias } from './jobs';
import { type ConditionResult, type PipelinePlan, pipelinePlan } from '../runs/pipelinePlan';
import { isEnded, type RunState, stateIn } from '../runs/timeline';
import type { Database } from './database';
import type { NewRun, RunCause, RunStore, StoredRun } from './runs';
import { identifier, json, type Page, plain, RunTable, SettingsTable } from './table';
import { VersionStore, type Version, type VersionFilter } from './versions';

export interface PipelineSettings {
  isScheduled: boolean;
  cronScheduling: string | null;
  scheduleTimezone: string | null;
  alerting: Alerting | null;
  hasExecutionVariablesEnabled: boolean;
}

export const PIPELINE_SETTINGS: PipelineSettings = {
  isScheduled: false,
  cronScheduling: null,
  scheduleTimezone: null,
  alerting: null,
  hasExecutionVariablesEnabled: false,
};

export interface Pipeline {
  id: string;
  projectId: string;
  name: string;
  alias: string;
  description: string | null;
  creator: string;
  /** The current version. */
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  settings: PipelineSettings;
}

export interface PipelineVersionDetails {
  releaseNote: string | null;
  sourceUrl: string | null;
  graph: PipelineGraph;
}

type NewPipeline = Partial<Omit<Pipeline, 'versionNumber' | 'settings'>> & {
  projectId: string;
  graph: PipelineGraph;
  releaseNote?: string | null;
  sourceUrl?: string | null;
  settings?: Partial<PipelineSettings>;
};

/** What is stored of a pipeline's run. Times are epoch milliseconds. */
export interface StoredPipelineRun {
  id: string;
  pipelineId: string;
  /** Counts from 1 within the pipeline. */
  number: number;
  versionNumber: number;
  requestedAt: number;
  stoppedAt: number | null;
  cause: PipelineRunCause;
  /** Login of who started it by hand; null: nobody did. */
  author: string | null;
  /** Login of who stopped it. */
  stopAuthor: string | null;
}

/** What started a pipeline's run. */
type PipelineRunCause = Exclude<RunCause, 'PIPELINE'>;

type NewPipelineRun = Partial<Pick<StoredPipelineRun, 'requestedAt' | 'cause' | 'author'>>;

/** A pipeline's run with the state it is in now. */
export interface PipelineRun extends StoredPipelineRun, RunState {
  conditions: Map<string, ConditionResult | null>;
}

type JobStart = (
  jobId: string,
  run: Partial<Pick<NewRun, 'requestedAt' | 'pipelineRunId' | 'nodeId' | 'cause' | 'author'>>,
) => StoredRun | undefined;

const EMPTY_GRAPH: PipelineGraph = { jobNodes: [], conditionNodes: [] };

/** Pipelines, their versions and their runs. Unknown ids give undefined, never an error. */
export class Pipelines extends SettingsTable<Pipeline> {
  private readonly versionStore: VersionStore<PipelineVersionDetails>;
  private readonly runTable: RunTable<StoredPipelineRun>;

  constructor(
    database: Database,
    private readonly clock: () => number,
    private readonly jobRuns: RunStore,
    private readonly startJob: JobStart,
    private readonly user: string,
  ) {
    super(database, 'pipeline', {
      id: identifier,
      projectId: identifier,
      name: plain,
      alias: plain,
      description: plain,
      creator: plain,
      versionNumber: plain,
      createdAt: plain,
      settings: json(PIPELINE_SETTINGS),
    });
    const noDetails = { releaseNote: null, sourceUrl: null, graph: EMPTY_GRAPH };
    this.versionStore = new VersionStore<PipelineVersionDetails>(database, noDetails);
    this.runTable = new RunTable<StoredPipelineRun>(database, 'pipeline_run', 'pipeline_id', {
      id: identifier,
      pipelineId: plain,
      number: plain,
      versionNumber: plain,
      requestedAt: plain,
      stoppedAt: plain,
      cause: plain,
      author: plain,
      stopAuthor: plain,
    });
  }

  /** Whatever its case. */
  findByAlias(projectId: string, alias: string): Pipeline | undefined {
    const wanted = alias.toLowerCase();
    return this.list(projectId).find((pipeline) => pipeline.alias.toLowerCase() === wanted);
  }

  add(given: NewPipeline): Pipeline {
    const { graph, releaseNote = null, sourceUrl = null, settings, ...pipeline } = given;
    const { name = 'Pipeline', createdAt = this.clock() } = pipeline;
    const isTaken = (alias: string) => this.findByAlias(pipeline.projectId, alias) !== undefined;
    return this.database.together(() => {
      const added = this.insert({
        id: randomUUID(),
        description: null,
        creator: 'sandbox',
        versionNumber: 1,
        ...pipeline,
        name,
        createdAt,
        alias: pipeline.alias ?? freeAlias(name, isTaken),
        settings: { ...PIPELINE_SETTINGS, ...settings },
      });
      const { id, creator } = added;
      const details = { releaseNote, sourceUrl, graph };
      this.versionStore.add(id, { number: 1, createdAt, creator, details });
      return added;
    });
  }

  addVersion(id: string, details: PipelineVersionDetails, creator: string): number | undefined {
    const pipeline = this.find(id);
    if (!pipeline) return undefined;
    const number = this.versionStore.nextNumber(pipeline.id);
    this.versionStore.add(pipeline.id, { number, createdAt: this.clock(), creator, details });
    this.edit(pipeline.id, { versionNumber: number });
    return number;
  }

  versions(pipeline: Pipeline, filter?: VersionFilter): Version<PipelineVersionDetails>[] {
    return this.versionStore.of(pipeline, filter);
  }

  version(pipelineId: string, number: number): Version<PipelineVersionDetails> | undefined {
    return this.versionStore.find(pipelineId, number);
  }

  /** False where there is no such version. */
  deleteVersion(pipelineId: string, number: number): boolean {
    return this.versionStore.delete(pipelineId, number);
  }

  /** Starts the pipeline: its jobs get their runs at once and wait for one another. */
  start(id: string, run: NewPipelineRun = {}): PipelineRun | undefined {
    const requestedAt = run.requestedAt ?? this.clock();
    const author = run.author ?? (run.cause === 'SCHEDULED' ? null : this.user);
    const pipeline = this.find(id);
    if (!pipeline) return undefined;
    return this.database.together(() => {
      const added = this.runTable.start({
        id: randomUUID(),
        pipelineId: pipeline.id,
        number: this.runTable.nextNumber(pipeline.id),
        versionNumber: pipeline.versionNumber,
        requestedAt,
        stoppedAt: null,
        cause: run.cause ?? 'MANUAL',
        author,
        stopAuthor: null,
      });
      const graph = this.version(pipeline.id, pipeline.versionNumber)?.details.graph ?? EMPTY_GRAPH;
      for (const { id: nodeId, jobId } of graph.jobNodes) {
        this.startJob(jobId, {
          requestedAt,
          nodeId,
          pipelineRunId: added.id,
          cause: 'PIPELINE',
          author,
        });
      }
      return this.withState(added);
    });
  }

  /** Asks a run to stop. A run that has ended, or is stopping, stays as it is. */
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

  /** A run without its state: what started it costs no look at its jobs. */
  storedRun(id: string): StoredPipelineRun | undefined {
    return this.runTable.find(id);
  }

  /** Deletes a run with the runs of its jobs. False where there is no such run. */
  deleteRun(id: string): boolean {
    return this.runTable.delete(id);
  }

  /** Deletes runs that the pipeline's schedule started, but not those of the latest `kept`. */
  tidyUpRuns(pipelineId: string, kept: number): void {
    this.runTable.deleteScheduled(pipelineId, kept);
  }

  countRuns(pipelineId: string): number {
    return this.runTable.count(pipelineId);
  }

  /** Newest first. */
  runs(pipelineId: string, page: Page = {}): PipelineRun[] {
    return this.runTable.of(pipelineId, page).map((run) => this.withState(run));
  }

  /** What a run goes through, job by job; undefined where there is no such run. */
  plan(runId: string): PipelinePlan | undefined {
    const stored = this.runTable.find(runId);
    return stored && this.planOf(stored);
  }

  private planOf({ id, pipelineId, versionNumber, requestedAt, stoppedAt }: StoredPipelineRun) {
    const jobRuns = this.jobRuns.ofPipelineRun(id);
    return pipelinePlan({
      requestedAt,
      stoppedAt,
      graph: this.version(pipelineId, versionNumber)?.details.graph ?? EMPTY_GRAPH,
      runs: new Map(jobRuns.map((run) => [run.nodeId ?? '', run])),
    });
  }

  private withState(run: StoredPipelineRun): PipelineRun {
    const { records, conditions } = this.planOf(run);
    return { ...run, ...stateIn(records, this.clock()), conditions };
  }
}
