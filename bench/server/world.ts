import { randomUUID } from 'node:crypto';
import { smallFile } from '../content';
import { logLine, pastRuns, shownRun, type Run } from './runs';

/** What the platform holds when a measurement starts. */
export interface World {
  projects?: number;
  jobsAProject?: number;
  /** Runs that start when the measurement starts. */
  runs?: number;
  runSeconds?: number;
  /** That each job had on each of the last three days. */
  dailyRunsAJob?: number;
  /** That each run wrote. */
  logLines?: number;
  /** Configuration files in the folder /app. */
  files?: number;
  fileBytes?: number;
  /** Size of the file /large.bin, which is made while it is sent. */
  largeFileMiB?: number;
}

export const projectId = (index: number) => uuid('1', index);
export const jobId = (index: number) => uuid('2', index);
export const runId = (index: number) => uuid('3', index);
export const filePath = (index: number) => `/app/file-${index}.bin`;

function uuid(kind: string, index: number): string {
  return `${kind}0000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

interface Job {
  id: string;
  name: string;
  project: { id: string; name: string };
  technology: { id: string };
  description: string;
  isScheduled: boolean;
  cronScheduling: string;
  scheduleTimezone: string;
  creationDate: string;
  runs: Run[];
}

/** Resolvers over plain objects: a function among the fields is called with the arguments. */
export function resolversFor(world: World) {
  const runSeconds = world.runSeconds ?? 5;
  const jobs = new Map<string, Job>();
  const runs = new Map<string, Run>();
  const projects = Array.from({ length: world.projects ?? 0 }, (_, index) => ({
    id: projectId(index),
    name: `Project ${index}`,
    own: Array.from({ length: world.jobsAProject ?? 0 }, (_job, place) =>
      newJob(index * (world.jobsAProject ?? 0) + place, index),
    ),
  }));
  const byProject = new Map(projects.map((project) => [project.id, project]));
  const past = pastRuns(world.dailyRunsAJob ?? 0, 3);
  const waiting = Array.from({ length: world.runs ?? 0 }, (_, index) =>
    newRun(runId(index), jobId(index)),
  );

  function newJob(index: number, ofProject: number): Job {
    const job: Job = {
      id: jobId(index),
      name: `Job ${index}`,
      project: { id: projectId(ofProject), name: `Project ${ofProject}` },
      technology: { id: 'python' },
      description: 'A job that is there to be listed, started and looked at.',
      isScheduled: true,
      cronScheduling: '*/15 * * * *',
      scheduleTimezone: 'Europe/Paris',
      creationDate: '2025-01-01T00:00:00Z',
      runs: [],
    };
    jobs.set(job.id, job);
    return job;
  }

  function newRun(id: string, ofJob: string): Run {
    const run: Run = { id, jobId: ofJob, startedMs: Date.now(), seconds: runSeconds };
    runs.set(id, run);
    jobs.get(ofJob)?.runs.unshift(run);
    return run;
  }

  const shownJob = (job: Job) => ({
    ...job,
    instances: ({ limit = 100, skip = 0 }: { limit?: number; skip?: number }) =>
      (past.length > 0 ? past : job.runs.map(shownRun)).slice(skip, skip + limit),
  });

  return {
    /** The runs that were prepared start now. */
    begin(): void {
      for (const run of waiting) run.startedMs = Date.now();
    },
    query: {
      projects: () =>
        projects.map(({ own, ...project }) => ({ ...project, jobs: () => own.map(shownJob) })),
      project: ({ id }: { id: string }) => {
        const found = byProject.get(id);
        return found && { ...found, jobs: () => found.own.map(shownJob) };
      },
      jobs: ({ projectId: id }: { projectId: string }) => {
        const project = byProject.get(id);
        if (!project) throw new Error(`There is no project ${id}`);
        return project.own.map(shownJob);
      },
      job: ({ id }: { id: string }) => {
        const job = jobs.get(id);
        return job && shownJob(job);
      },
      jobInstance: ({ id }: { id: string }) => {
        const run = runs.get(id);
        return run && shownRun(run);
      },
      filteredLogs: ({ limit = 100, skip = 0 }: { limit?: number; skip?: number }) => {
        const { logLines: count = 0 } = world;
        const length = Math.max(0, Math.min(limit, count - skip));
        return { count, content: Array.from({ length }, (_, at) => logLine(skip + at)) };
      },
    },
    mutation: {
      runJob: ({ jobId: id }: { jobId: string }) => shownRun(newRun(randomUUID(), id)),
    },
  };
}

/** The configuration files that are there, by path. */
export function filesOf({ files = 0, fileBytes = 0 }: World): Map<string, Buffer> {
  return new Map(
    Array.from({ length: files }, (_, index) => [filePath(index), smallFile(index, fileBytes)]),
  );
}
