import { CatalogStore } from './catalog/store';
import { takeLogPage, listWrittenLines, type LogPage, type LogRecord } from '../runs/logs';
import {
  type ExecutionVariable,
  chooseRunScript,
  type JobScript,
  type RunScript,
} from '../runs/script';
import { type RunState, findState, planRun } from '../runs/timeline';
import { isEnded } from '../runs/status';
import { TECHNOLOGY_IDS } from '../ids';
import { Apps } from './apps';
import { Database, PackageStore } from './database';
import { type Job, JobTable, type JobVersionDetails, type NewJob } from './jobs';
import { Pipelines } from './pipelines';
import { createProjectTable, type NewProject, type Project } from './projects';
import { type JobRunTable, createRunTable, type RunToAdd, type StoredRun } from './runs';
import { Table, type Page } from './table';
import { type VariableOwner, VariableStore } from './variables';
import type { Version, VersionFilter } from './versions';
import {
  type DockerCredentials,
  type Volume,
  VOLUME_SETTINGS,
  type VolumeSettings,
} from './volumes';

export interface Run extends StoredRun, RunState {}

/** A job without a project is added to the first project, or to a new one. The sandbox's script defaults complete its script. */
export type JobToAdd = Partial<Omit<NewJob, 'script'>> & { script?: Partial<JobScript> };

export type JobVersion = Version<JobVersionDetails>;

export class SandboxStore {
  readonly projectTable: ReturnType<typeof createProjectTable>;
  readonly jobTable: JobTable;
  readonly runTable: JobRunTable;
  readonly pipelines: Pipelines;
  readonly apps: Apps;
  readonly variables: VariableStore;
  readonly dockerCredentials: Table<DockerCredentials>;
  readonly volumes: Table<Volume, 'originalVolumeId' | keyof VolumeSettings>;
  readonly packages: PackageStore;
  readonly catalog: CatalogStore;
  readonly database: Database;
  private readonly marks: Table<{ id: string; at: number }>;
  private readonly jobsToFail = new Set<string>();

  constructor(
    location: string,
    readonly clock: () => number,
    private readonly scriptDefaults: JobScript,
    /** Author of changes that are made without a login. */
    private readonly user: string,
  ) {
    const database = new Database(location);
    this.database = database;
    this.packages = new PackageStore(database);
    this.projectTable = createProjectTable(database);
    this.jobTable = new JobTable(database, clock);
    this.runTable = createRunTable(database);
    this.marks = new Table(database, 'mark');
    const startJob = (jobId: string, run: RunToAdd) => this.addRun(jobId, run);
    this.pipelines = new Pipelines(database, clock, this.runTable, startJob, user);
    this.apps = new Apps(database, clock, user);
    this.variables = new VariableStore(database);
    this.dockerCredentials = new Table<DockerCredentials>(database, 'dockerCredentials', {
      noun: 'Docker credentials',
      owner: 'projectId',
    });
    this.volumes = new Table<Volume, 'originalVolumeId' | keyof VolumeSettings>(
      database,
      'volume',
      {
        noun: 'Volume',
        owner: 'projectId',
        defaults: { originalVolumeId: null, ...VOLUME_SETTINGS },
      },
    );
    this.catalog = new CatalogStore(database, clock);
  }

  // These methods are short for the most frequent calls of the tables.
  projects = () => this.projectTable.list();
  project = (id: string) => this.projectTable.find(id);
  projectByName = (name: string) => this.projects().find((project) => project.name === name);
  editProject: Table<Project>['edit'] = (id, changes) => this.projectTable.edit(id, changes);
  deleteProject = (id: string) => this.projectTable.delete(id);
  jobs = ({ projectId }: { projectId?: string } = {}) => this.jobTable.list(projectId);
  job = (id: string) => this.jobTable.find(id);
  jobByAlias = (projectId: string, alias: string) => this.jobTable.findByAlias(projectId, alias);
  editJob: JobTable['edit'] = (id, changes) => this.jobTable.edit(id, changes);
  deleteJob = (id: string) => this.jobTable.delete(id);
  /** Returns the versions of a job, newest first. */
  jobVersions = (job: Job, filter?: VersionFilter) => this.jobTable.versions(job, filter);
  jobVersion = (jobId: string, number: number) => this.jobTable.version(jobId, number);
  addJobVersion: JobTable['addVersion'] = (jobId, details, creator) =>
    this.jobTable.addVersion(jobId, details, creator);
  /** Changes the script of later runs. */
  setScript = (jobId: string, script: Partial<JobScript>) => this.jobTable.edit(jobId, { script });
  countRunsOfJob = (jobId: string) => this.runTable.count(jobId);
  deleteRun = (id: string) => this.runTable.delete(id);
  failNextRun = (jobId: string) => this.jobsToFail.add(jobId);
  failsNext = (jobId: string) => this.jobsToFail.has(jobId);

  addProject(project: NewProject = {}): Project {
    return this.projectTable.add({ createdAt: this.clock(), ...project });
  }

  addJob(job: JobToAdd = {}): Job {
    return this.inTransaction(() =>
      this.jobTable.add({
        ...job,
        projectId: job.projectId ?? (this.projects()[0] ?? this.addProject()).id,
        technologyId: job.technologyId ?? TECHNOLOGY_IDS.python,
        script: { ...this.scriptDefaults, ...job.script },
      }),
    );
  }

  duplicateJob(job: Job, creator: string): Job {
    const { projectId, name, description, category, technologyId, script } = job;
    return this.jobTable.add({
      projectId,
      name: `Copy of ${name}`,
      description,
      category,
      technologyId,
      script,
      settings: { ...job.settings, isScheduled: false, originalJobId: job.id },
      version: this.jobTable.details(job),
      creator,
    });
  }

  startRun(jobId: string, run: RunToAdd = {}): Run | undefined {
    const stored = this.addRun(jobId, run);
    return stored && this.withState(stored);
  }

  /** Stops a run. Nothing changes if the run has ended or is already stopping. */
  stopRun(id: string, author = this.user): Run | undefined {
    const run = this.run(id);
    if (!run || isEnded(run.status) || run.stoppedAt !== null) return run;
    this.runTable.edit(run.id, { stoppedAt: this.clock(), stopAuthor: author });
    return this.run(id);
  }

  run(id: string): Run | undefined {
    const stored = this.runTable.find(id);
    return stored && this.withState(stored);
  }

  /** Returns the runs of a job, newest first. */
  runsOfJob(jobId: string, page: Page = {}): Run[] {
    return this.runTable.latest(jobId, page).map((run) => this.withState(run));
  }

  runsOfPipelineRun(pipelineRunId: string): Run[] {
    return this.runTable.listPartsOf(pipelineRunId).map((run) => this.withState(run));
  }

  /** Returns a saved time in epoch milliseconds. */
  mark(name: string): number | undefined {
    return this.marks.find(name)?.at;
  }

  setMark(name: string, at: number): void {
    const mark = { id: name, at };
    if (this.marks.find(name)) this.marks.replace(mark);
    else this.marks.add(mark);
  }

  log({ script, startedAt, endedAt }: Run, page: LogPage = {}): LogRecord[] {
    const { logLines, durationSeconds } = script;
    const source = { logLines, durationSeconds, startedAt, endedAt };
    return takeLogPage(listWrittenLines(source, this.clock()), page);
  }

  /** Runs the work as one transaction. If the work throws, nothing is changed. */
  inTransaction<T>(work: () => T): T {
    return this.database.inTransaction(work);
  }

  close(): void {
    this.database.close();
  }

  private addRun(jobId: string, { script, ...run }: RunToAdd): StoredRun | undefined {
    const job = this.job(jobId);
    if (!job) return undefined;
    const number = this.runTable.nextNumber(job.id);
    const isManual = (run.cause ?? 'MANUAL') === 'MANUAL';
    const failure = this.jobsToFail.delete(job.id) ? buildFailingScript(job.script) : undefined;
    return this.runTable.add({
      ...run,
      author: run.author ?? (isManual ? this.user : null),
      jobId: job.id,
      number,
      versionNumber: job.versionNumber,
      requestedAt: run.requestedAt ?? this.clock(),
      script: {
        ...chooseRunScript(job.script, number),
        environment: this.readEnvironment(job, run.pipelineRunId),
        ...failure,
        ...script,
      },
    });
  }

  private readEnvironment(
    { id, projectId }: Job,
    pipelineRunId: string | null = null,
  ): ExecutionVariable[] {
    const pipelineId = pipelineRunId && this.pipelines.runTable.find(pipelineRunId)?.pipelineId;
    const owners: VariableOwner[] = [
      ['JOB', id],
      ...(pipelineId ? [['PIPELINE', pipelineId] satisfies VariableOwner] : []),
      ['PROJECT', projectId],
      ['GLOBAL', null],
    ];
    return this.variables
      .listEffective(owners)
      .map(({ name, value, isPassword }) => ({ key: name, value, isPassword }));
  }

  private withState(run: StoredRun): Run {
    const plan = run.pipelineRunId === null ? undefined : this.pipelines.plan(run.pipelineRunId);
    const records = plan?.nodes.get(run.nodeId ?? '') ?? planRun(run);
    return { ...run, ...findState(records, this.clock()) };
  }
}

/** Returns the differences in the script of a run that fails because of `failNextRun`. If the job streams, this run ends too. */
function buildFailingScript({ durationSeconds, logLines }: JobScript): Partial<RunScript> {
  return {
    outcome: 'FAILED',
    outcomeDetails: 'The container exited with code 1',
    durationSeconds: durationSeconds ?? 5,
    logLines: [
      ...logLines,
      { stream: 'STDERR', value: 'This run failed because a user of the overview page chose that' },
    ],
  };
}
