import { runScript, type JobScript, type RunScript } from '../runs/script';
import { isEnded } from '../runs/status';
import { stateAt, type RunState } from '../runs/timeline';
import { TECHNOLOGY_IDS } from '../seed/ids';
import { Database } from './database';
import { JobStore, type Job, type JobFilter } from './jobs';
import { ProjectStore, type NewProject, type Project } from './projects';
import { RunStore, type Page, type StoredRun } from './runs';

/** A run with the state it is in now. Times are epoch milliseconds. */
export interface Run extends StoredRun, RunState {}

/** Every part may be left out; the first project and the sandbox's script defaults fill the gaps. */
export type JobToAdd = Partial<Omit<Job, 'script'>> & { script?: Partial<JobScript> };

export interface RunToAdd {
  id?: string;
  /** Epoch milliseconds; now where left out. */
  requestedAt?: number;
  /** What differs from the job's script. */
  script?: Partial<RunScript>;
}

/** The platform's projects, jobs and runs. Unknown ids give undefined, never an error. */
export class SandboxStore {
  private readonly database: Database;
  private readonly projectStore: ProjectStore;
  private readonly jobStore: JobStore;
  private readonly runStore: RunStore;

  constructor(
    location: string,
    private readonly clock: () => number,
    private readonly scriptDefaults: JobScript,
  ) {
    this.database = new Database(location);
    this.projectStore = new ProjectStore(this.database);
    this.jobStore = new JobStore(this.database);
    this.runStore = new RunStore(this.database);
  }

  projects(): Project[] {
    return this.projectStore.all();
  }

  project(id: string): Project | undefined {
    return this.projectStore.find(id);
  }

  addProject(project: NewProject = {}): Project {
    return this.projectStore.add(project);
  }

  jobs(filter: JobFilter = {}): Job[] {
    return this.jobStore.list(filter);
  }

  job(id: string): Job | undefined {
    return this.jobStore.find(id);
  }

  countJobs(projectId: string): number {
    return this.jobStore.count(projectId);
  }

  addJob(job: JobToAdd = {}): Job {
    return this.jobStore.add({
      ...job,
      projectId: job.projectId ?? (this.projects()[0] ?? this.addProject()).id,
      technologyId: job.technologyId ?? TECHNOLOGY_IDS.python,
      createdAt: job.createdAt ?? this.clock(),
      script: { ...this.scriptDefaults, ...job.script },
    });
  }

  /** Changes what later runs of a job go through. */
  setScript(jobId: string, script: Partial<JobScript>): void {
    const job = this.job(jobId);
    if (job) this.jobStore.setScript(job.id, { ...job.script, ...script });
  }

  /** Deletes the job and its runs. False where there is no such job. */
  deleteJob(id: string): boolean {
    return this.jobStore.delete(id);
  }

  startRun(jobId: string, run: RunToAdd = {}): Run | undefined {
    const job = this.job(jobId);
    if (!job) return undefined;
    const number = this.runStore.nextNumber(job.id);
    const stored = this.runStore.add({
      id: run.id,
      jobId: job.id,
      number,
      versionNumber: job.versionNumber,
      requestedAt: run.requestedAt ?? this.clock(),
      script: { ...runScript(job.script, number), ...run.script },
    });
    return this.withState(stored);
  }

  /** Asks a run to stop. A run that has ended, or is stopping, stays as it is. */
  stopRun(id: string): Run | undefined {
    const run = this.run(id);
    if (!run || isEnded(run.status) || run.stoppedAt !== null) return run;
    this.runStore.setStopped(run.id, this.clock());
    return this.run(id);
  }

  run(id: string): Run | undefined {
    const stored = this.runStore.find(id);
    return stored && this.withState(stored);
  }

  /** Newest first. */
  runsOfJob(jobId: string, page: Page = {}): Run[] {
    return this.runStore.ofJob(jobId, page).map((run) => this.withState(run));
  }

  countRunsOfJob(jobId: string): number {
    return this.runStore.countOfJob(jobId);
  }

  /** Every run of every job, newest first. */
  allRuns(limit?: number): Run[] {
    return this.runStore.all(limit).map((run) => this.withState(run));
  }

  /** Runs the work as one change: all of it or nothing is kept. */
  together(work: () => void): void {
    this.database.together(work);
  }

  close(): void {
    this.database.close();
  }

  private withState(run: StoredRun): Run {
    return { ...run, ...stateAt(run, this.clock()) };
  }
}
