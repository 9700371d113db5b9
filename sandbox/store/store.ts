import { CatalogStore } from './catalog/store';
import { pageOf, writtenLines, type LogPage, type LogRecord } from '../runs/logs';
import { runScript, type JobScript, type RunScript } from '../runs/script';
import { isEnded, type RunState, stateAt, stateIn } from '../runs/timeline';
import type { ExecutionVariable } from '../runs/variables';
import { TECHNOLOGY_IDS } from '../ids';
import { Apps } from './apps';
import { Database, PackageStore } from './database';
import {
  type Job,
  type JobFilter,
  type JobSettings,
  JobTable,
  type JobVersionDetails,
} from './jobs';
import { Moves } from './moves';
import { Pipelines } from './pipelines';
import { ProjectStore, type NewProject, type Project } from './projects';
import { RunStore, type NewRun, type StoredRun } from './runs';
import { Table, type Page } from './table';
import { type Place, VariableStore } from './variables';
import type { Version, VersionFilter } from './versions';
import { DockerCredentialsStore, VolumeStore } from './volumes';

/** A run with the state it is in now. Times are epoch milliseconds. */
export interface Run extends StoredRun, RunState {}

/** Every part may be left out; the first project and the sandbox's script defaults fill the gaps. */
export type JobToAdd = Partial<Omit<Job, 'script' | 'settings'>> & {
  script?: Partial<JobScript>;
  settings?: Partial<JobSettings>;
  version?: Partial<JobVersionDetails>;
  creator?: string;
};

export type RunToAdd = Partial<
  Pick<NewRun, 'id' | 'requestedAt' | 'cause' | 'author' | 'pipelineRunId' | 'nodeId'>
> & {
  /** What differs from the job's script. */
  script?: Partial<RunScript>;
};

export type JobVersion = Version<JobVersionDetails>;

/** All that the platform holds. Unknown ids give undefined, never an error. */
export class SandboxStore {
  readonly jobTable: JobTable;
  readonly pipelines: Pipelines;
  readonly apps: Apps;
  readonly variables: VariableStore;
  readonly dockerCredentials: DockerCredentialsStore;
  readonly volumes: VolumeStore;
  readonly moves: Moves;
  readonly packages: PackageStore;
  readonly catalog: CatalogStore;
  private readonly database: Database;
  private readonly projectStore: ProjectStore;
  private readonly runStore: RunStore;
  private readonly marks: Table<{ id: string; at: number }>;
  /** Jobs of which the next run fails. */
  private readonly failing = new Set<string>();

  constructor(
    location: string,
    readonly clock: () => number,
    private readonly scriptDefaults: JobScript,
    /** Login of who does what nobody else is named for. */
    private readonly user = 'demo',
  ) {
    this.database = new Database(location);
    this.packages = new PackageStore(this.database);
    this.projectStore = new ProjectStore(this.database);
    this.jobTable = new JobTable(this.database, clock);
    this.runStore = new RunStore(this.database);
    this.marks = new Table(this.database, 'mark');
    this.pipelines = new Pipelines(
      this.database,
      clock,
      this.runStore,
      (jobId, run) => this.addRun(jobId, run),
      user,
    );
    this.apps = new Apps(this.database, clock, user);
    this.variables = new VariableStore(this.database);
    this.dockerCredentials = new DockerCredentialsStore(this.database);
    this.volumes = new VolumeStore(this.database);
    this.moves = new Moves(this.database, clock);
    this.catalog = new CatalogStore(this.database, clock);
  }

  projects(): Project[] {
    return this.projectStore.list();
  }

  project(id: string): Project | undefined {
    return this.projectStore.find(id);
  }

  projectByName(name: string): Project | undefined {
    return this.projectStore.findByName(name);
  }

  addProject(project: NewProject = {}): Project {
    return this.projectStore.add({ createdAt: this.clock(), ...project });
  }

  editProject(id: string, changes: Parameters<ProjectStore['edit']>[1]): Project | undefined {
    return this.projectStore.edit(id, changes);
  }

  /** Deletes the project and everything in it. False where there is no such project. */
  deleteProject(id: string): boolean {
    return this.projectStore.delete(id);
  }

  jobs(filter: JobFilter = {}): Job[] {
    return this.jobTable.filtered(filter);
  }

  job(id: string): Job | undefined {
    return this.jobTable.find(id);
  }

  jobByAlias(projectId: string, alias: string): Job | undefined {
    return this.jobTable.findByAlias(projectId, alias);
  }

  countJobs(projectId: string): number {
    return this.jobTable.count(projectId);
  }

  addJob(job: JobToAdd = {}): Job {
    return this.together(() =>
      this.jobTable.add({
        ...job,
        projectId: job.projectId ?? (this.projects()[0] ?? this.addProject()).id,
        technologyId: job.technologyId ?? TECHNOLOGY_IDS.python,
        script: { ...this.scriptDefaults, ...job.script },
      }),
    );
  }

  editJob(id: string, changes: Parameters<JobTable['edit']>[1]): Job | undefined {
    return this.jobTable.edit(id, changes);
  }

  /** A job like another one, with its current version as the first one and no runs. */
  duplicateJob(id: string, creator: string): Job | undefined {
    const job = this.job(id);
    if (!job) return undefined;
    return this.addJob({
      projectId: job.projectId,
      name: `Copy of ${job.name}`,
      description: job.description,
      category: job.category,
      technologyId: job.technologyId,
      script: job.script,
      settings: { ...job.settings, isScheduled: false, originalJobId: job.id },
      version: this.jobTable.current(job),
      creator,
    });
  }

  /** Changes what later runs of a job go through. */
  setScript(jobId: string, script: Partial<JobScript>): void {
    const job = this.job(jobId);
    if (job) this.jobTable.edit(job.id, { script: { ...job.script, ...script } });
  }

  /** Deletes the job with its runs, versions and variables. False where there is no such job. */
  deleteJob(id: string): boolean {
    return this.jobTable.delete(id);
  }

  /** Newest first. */
  jobVersions(job: Job, filter?: VersionFilter): JobVersion[] {
    return this.jobTable.versions(job, filter);
  }

  jobVersion(jobId: string, number: number): JobVersion | undefined {
    return this.jobTable.version(jobId, number);
  }

  /** Adds a version; it becomes the current one. */
  addJobVersion(
    jobId: string,
    details: Partial<JobVersionDetails>,
    creator: string,
  ): JobVersion | undefined {
    return this.jobTable.addVersion(jobId, details, creator);
  }

  /** Makes the next run of a job fail, whoever starts it. */
  failNextRun(jobId: string): void {
    this.failing.add(jobId);
  }

  failsNext(jobId: string): boolean {
    return this.failing.has(jobId);
  }

  startRun(jobId: string, run: RunToAdd = {}): Run | undefined {
    const stored = this.addRun(jobId, run);
    return stored && this.withState(stored);
  }

  /** Asks a run to stop. A run that has ended, or is stopping, stays as it is. */
  stopRun(id: string, author = this.user): Run | undefined {
    const run = this.run(id);
    if (!run || isEnded(run.status) || run.stoppedAt !== null) return run;
    this.runStore.edit(run.id, { stoppedAt: this.clock(), stopAuthor: author });
    return this.run(id);
  }

  run(id: string): Run | undefined {
    const stored = this.runStore.find(id);
    return stored && this.withState(stored);
  }

  /** Newest first. */
  runsOfJob(jobId: string, page: Page = {}): Run[] {
    return this.runStore.latest(jobId, page).map((run) => this.withState(run));
  }

  runsOfPipelineRun(pipelineRunId: string): Run[] {
    return this.runStore.ofPipelineRun(pipelineRunId).map((run) => this.withState(run));
  }

  countRunsOfJob(jobId: string): number {
    return this.runStore.count(jobId);
  }

  /** False where there is no such run. */
  deleteRun(id: string): boolean {
    return this.runStore.delete(id);
  }

  /** Deletes runs that the job's schedule started, but not those of the latest `kept`. */
  tidyUpRuns(jobId: string, kept: number): void {
    this.runStore.deleteScheduled(jobId, kept);
  }

  /** A moment that was remembered, epoch milliseconds. */
  mark(name: string): number | undefined {
    return this.marks.find(name)?.at;
  }

  setMark(name: string, at: number): void {
    const mark = { id: name, at };
    if (this.marks.find(name)) this.marks.replace(mark);
    else this.marks.insert(mark);
  }

  /** What a run has written so far. */
  log({ script, startedAt, endedAt }: Run, page: LogPage = {}): LogRecord[] {
    const { logLines, durationSeconds } = script;
    return pageOf(
      writtenLines({ logLines, durationSeconds, startedAt, endedAt }, this.clock()),
      page,
    );
  }

  /** Runs the work as one change: all of it or nothing is kept. */
  together<T>(work: () => T): T {
    return this.database.together(work);
  }

  close(): void {
    this.database.close();
  }

  private addRun(jobId: string, { script, ...run }: RunToAdd): StoredRun | undefined {
    const job = this.job(jobId);
    if (!job) return undefined;
    const number = this.runStore.nextNumber(job.id);
    const isByHand = (run.cause ?? 'MANUAL') === 'MANUAL';
    const failure = this.failing.delete(job.id) ? failed(job.script) : undefined;
    return this.runStore.add({
      ...run,
      author: run.author ?? (isByHand ? this.user : null),
      jobId: job.id,
      number,
      versionNumber: job.versionNumber,
      requestedAt: run.requestedAt ?? this.clock(),
      script: {
        ...runScript(job.script, number),
        environment: this.environmentOf(job, run.pipelineRunId),
        ...failure,
        ...script,
      },
    });
  }

  /** The variables that a run of a job starts with. */
  private environmentOf(
    { id, projectId }: Job,
    pipelineRunId: string | null = null,
  ): ExecutionVariable[] {
    const pipelineId = pipelineRunId && this.pipelines.storedRun(pipelineRunId)?.pipelineId;
    const places: Place[] = [
      ['JOB', id],
      ...(pipelineId ? [['PIPELINE', pipelineId] satisfies Place] : []),
      ['PROJECT', projectId],
      ['GLOBAL', null],
    ];
    return this.variables
      .inForce(places)
      .map(({ name, value, isPassword }) => ({ key: name, value, isPassword }));
  }

  private withState(run: StoredRun): Run {
    const now = this.clock();
    const plan = run.pipelineRunId === null ? undefined : this.pipelines.plan(run.pipelineRunId);
    const records = plan?.nodes.get(run.nodeId ?? '');
    return { ...run, ...(records ? stateIn(records, now) : stateAt(run, now)) };
  }
}

/** A run that was to fail: it ends, also where a stream would not. */
function failed({ durationSeconds, logLines }: JobScript): Partial<RunScript> {
  return {
    outcome: 'FAILED',
    outcomeDetails: 'The container exited with code 1',
    durationSeconds: durationSeconds ?? 5,
    logLines: [...logLines, { stream: 'STDERR', value: 'This run was to fail' }],
  };
}
