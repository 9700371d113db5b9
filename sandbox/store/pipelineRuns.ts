import type { PipelineGraph } from '../runs/graph';
import { pipelinePlan, type ConditionResult, type PipelinePlan } from '../runs/pipelinePlan';
import { isEnded, type RunState, stateIn } from '../runs/timeline';
import type { Database } from './database';
import {
  PipelineStore,
  type NewPipeline,
  type NewPipelineRun,
  type Pipeline,
  type PipelineChanges,
  type PipelineVersionDetails,
  type StoredPipelineRun,
} from './pipelines';
import type { NewRun, Page, RunStore, StoredRun } from './runs';
import { VersionStore, type Version, type VersionFilter } from './versions';

/** A pipeline's run with the state it is in now. */
export interface PipelineRun extends StoredPipelineRun, RunState {
  conditions: Map<string, ConditionResult | null>;
}

type PipelineToAdd = Omit<NewPipeline, 'createdAt'> & {
  createdAt?: number;
  graph: PipelineGraph;
  releaseNote?: string | null;
  sourceUrl?: string | null;
};

type JobStart = (
  jobId: string,
  run: Partial<Pick<NewRun, 'requestedAt' | 'pipelineRunId' | 'nodeId' | 'cause' | 'author'>>,
) => StoredRun | undefined;

const EMPTY_GRAPH: PipelineGraph = { jobNodes: [], conditionNodes: [] };

/** Pipelines, their versions and their runs. Unknown ids give undefined, never an error. */
export class Pipelines {
  private readonly store: PipelineStore;
  private readonly versionStore: VersionStore<PipelineVersionDetails>;

  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
    private readonly jobRuns: RunStore,
    private readonly startJob: JobStart,
    private readonly user: string,
  ) {
    this.store = new PipelineStore(database);
    this.versionStore = new VersionStore(database);
  }

  /** In the order they were made; of every project where none is given. */
  list(projectId?: string): Pipeline[] {
    return this.store.list(projectId);
  }

  find(id: string): Pipeline | undefined {
    return this.store.find(id);
  }

  findByAlias(projectId: string, alias: string): Pipeline | undefined {
    return this.store.findByAlias(projectId, alias);
  }

  add({ graph, releaseNote = null, sourceUrl = null, ...pipeline }: PipelineToAdd): Pipeline {
    return this.database.together(() => {
      const createdAt = pipeline.createdAt ?? this.clock();
      const added = this.store.add({ ...pipeline, createdAt });
      const { id, creator } = added;
      const details = { releaseNote, sourceUrl, graph };
      this.versionStore.add(id, { number: 1, createdAt, creator, details });
      return added;
    });
  }

  edit(id: string, changes: PipelineChanges): Pipeline | undefined {
    return this.store.edit(id, changes);
  }

  /** Deletes the pipeline and its runs. False where there is no such pipeline. */
  delete(id: string): boolean {
    return this.store.delete(id);
  }

  addVersion(id: string, details: PipelineVersionDetails, creator: string): number | undefined {
    const pipeline = this.find(id);
    if (!pipeline) return undefined;
    const number = this.versionStore.nextNumber(pipeline.id);
    this.versionStore.add(pipeline.id, { number, createdAt: this.clock(), creator, details });
    this.store.edit(pipeline.id, { versionNumber: number });
    return number;
  }

  /** False where there is no such version. */
  deleteVersion(id: string, number: number): boolean {
    return this.versionStore.delete(id, number);
  }

  versions({ id, versionNumber }: Pipeline, { limit, onlyCurrent }: VersionFilter = {}) {
    if (!onlyCurrent) return this.versionStore.of(id, limit).map(withGraph);
    const current = this.versionStore.find(id, versionNumber);
    return current ? [withGraph(current)] : [];
  }

  version(pipelineId: string, number: number): Version<PipelineVersionDetails> | undefined {
    const version = this.versionStore.find(pipelineId, number);
    return version && withGraph(version);
  }

  /** Starts the pipeline: its jobs get their runs at once and wait for one another. */
  start(id: string, run: NewPipelineRun = {}): PipelineRun | undefined {
    const requestedAt = run.requestedAt ?? this.clock();
    const author = run.author ?? (run.cause === 'SCHEDULED' ? null : this.user);
    const pipeline = this.find(id);
    if (!pipeline) return undefined;
    return this.database.together(() => {
      const added = this.store.addRun(pipeline, { ...run, requestedAt, author });
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
    this.store.setRunStopped(run.id, this.clock(), author);
    return this.run(runId);
  }

  run(id: string): PipelineRun | undefined {
    const stored = this.store.findRun(id);
    return stored && this.withState(stored);
  }

  /** A run without its state: what started it costs no look at its jobs. */
  storedRun(id: string): StoredPipelineRun | undefined {
    return this.store.findRun(id);
  }

  /** Deletes a run with the runs of its jobs. False where there is no such run. */
  deleteRun(id: string): boolean {
    return this.store.deleteRun(id);
  }

  /** Deletes runs that the pipeline's schedule started, but not those of the latest `kept`. */
  tidyUpRuns(pipelineId: string, kept: number): void {
    this.store.deleteScheduledRuns(pipelineId, kept);
  }

  countRuns(pipelineId: string): number {
    return this.store.countRuns(pipelineId);
  }

  /** Newest first. */
  runs(pipelineId: string, page: Page = {}): PipelineRun[] {
    return this.store.runsOf(pipelineId, page).map((run) => this.withState(run));
  }

  /** What a run goes through, job by job; undefined where there is no such run. */
  plan(runId: string): PipelinePlan | undefined {
    const stored = this.store.findRun(runId);
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

function withGraph({
  details,
  ...version
}: Version<Partial<PipelineVersionDetails>>): Version<PipelineVersionDetails> {
  return {
    ...version,
    details: { releaseNote: null, sourceUrl: null, graph: EMPTY_GRAPH, ...details },
  };
}
