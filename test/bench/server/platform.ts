import { generateProjectFiles } from '../../support/generateProjectFiles';
import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import { readProjectFiles } from '../../../platform/projectFiles/files/readFiles';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { takeLogPage } from '../../../sandbox/runs/logs';
import { smallFile } from '../content';
import { BareClient } from '../sides/bare';
import { DOWNLOADS, startFileService, UPLOADS } from './files';

export interface World {
  projects?: number;
  jobsAProject?: number;
  /** Runs that start with the measurement, each of another job. */
  runs?: number;
  runSeconds?: number;
  /** Lines in the log of each run. */
  logLines?: number;
  /** A project to promote, and an empty one. */
  promotion?: { jobs: number; packageBytes: number };
  /** Number of configuration files in the folder /app. */
  files?: number;
  fileBytes?: number;
  /** Size of the file /large.bin. */
  largeFileMiB?: number;
}

export interface Place {
  credentials: Sandbox['credentials'];
  uploadCredentials: Sandbox['uploadCredentials'];
  graphqlUrl: string;
  uploadUrl: string;
  downloadUrl: string;
  /** A valid token, for sides that do not log in. */
  token: string;
  promotion?: Awaited<ReturnType<typeof makePromotion>>;
}

export const projectId = (index: number) => uuid('1', index);
export const jobId = (index: number) => uuid('2', index);
export const runId = (index: number) => uuid('3', index);
export const filePath = (index: number) => `/app/file-${index}.bin`;
export const indexes = (amount: number) => Array.from({ length: amount }, (_, index) => index);

function uuid(kind: string, index: number): string {
  return `${kind}0000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** Time stands still until the measurement starts. */
export async function startPlatform(world: World, latencyMs: number) {
  const { promotion, files = 0, fileBytes = 0, largeFileMiB = 0 } = world;
  const stoppedAt = Date.now();
  // A new project can be used only after some time.
  let startedAt = promotion && stoppedAt;
  const sandbox = await startSandbox({
    clock: () => stoppedAt + (startedAt === undefined ? 0 : Date.now() - startedAt),
    latencyMs,
    seed: promotion !== undefined,
    seedRuns: false,
    uploadToken: 'upload-token-of-the-benchmark',
  });
  fill(sandbox, world);
  const contents = indexes(files).map(
    (index) => [filePath(index), smallFile(index, fileBytes)] as const,
  );
  const service = await startFileService(new Map(contents), largeFileMiB, latencyMs);
  const { credentials, stats } = sandbox;
  const { address } = service;
  const place: Place = {
    credentials,
    uploadCredentials: { ...sandbox.uploadCredentials, baseUrl: address, localAddress: address },
    graphqlUrl: `${credentials.baseUrl}/projects/api/platform/${credentials.platformId}/graphql`,
    uploadUrl: address + UPLOADS,
    downloadUrl: address + DOWNLOADS,
    token: '',
    ...(promotion && { promotion: await makePromotion(sandbox, promotion) }),
  };
  place.token = await new BareClient(place, 1).logIn();
  return {
    place,
    /** Starts time, and counts requests from now on. */
    begin() {
      startedAt ??= Date.now();
      stats.reset();
      Object.assign(service.counts, { requests: 0, connections: 0, uploads: 0 });
    },
    counted: () => ({
      requests: stats.requests + service.counts.requests,
      connections: stats.connections + service.counts.connections,
      logins: stats.logins,
      uploads: service.counts.uploads,
    }),
    async close() {
      service.close();
      await sandbox.close();
    },
  };
}

export type Counters = ReturnType<Awaited<ReturnType<typeof startPlatform>>['counted']>;

function fill({ store }: Sandbox, world: World): void {
  const { projects = 0, jobsAProject = 0, runs = 0, runSeconds = 5, logLines = 0 } = world;
  const script = { queueSeconds: 0, durationSeconds: runSeconds };
  const cron = { cronScheduling: '*/15 * * * *', scheduleTimezone: 'Europe/Paris' };
  const settings = { isScheduled: true, ...cron };
  // The log is made once, so that it takes no time of a measurement.
  const log = indexes(logLines).map((index) => ({
    index,
    recordAt: store.clock(),
    stream: 'STDOUT' as const,
    value: `2026-11-22 12:00:00 INFO batch ${index} of the import has been written`,
  }));
  store.log = (_run, page = {}) => takeLogPage(log, page);
  store.inTransaction(() => {
    for (const project of indexes(projects)) {
      store.addProject({ id: projectId(project), name: `Project ${project}` });
      for (const place of indexes(jobsAProject)) {
        const job = project * jobsAProject + place;
        store.addJob({
          id: jobId(job),
          projectId: projectId(project),
          name: `Job ${job}`,
          alias: `job_${job}`,
          description: 'A job that is there to be listed, started and looked at.',
          settings,
          script,
        });
      }
    }
    for (const run of indexes(runs)) store.startRun(jobId(run), { id: runId(run) });
  });
}

const JOBS_A_PIPELINE = 4;
const JOBS_AN_APP = 7;

async function makePromotion(
  { credentials, store }: Sandbox,
  { jobs, packageBytes }: NonNullable<World['promotion']>,
) {
  const counts = {
    jobs,
    pipelines: Math.ceil(jobs / JOBS_A_PIPELINE),
    apps: Math.ceil(jobs / JOBS_AN_APP),
  };
  const files = await readProjectFiles(generateProjectFiles({ ...counts, packageBytes }));
  const platform = Platform.connect(credentials);
  const { projectId: fromId } = await deployProject(platform, files, { name: 'Dev' });
  const { id: toId } = store.addProject({ name: 'Prod' });
  // The summary and the project itself are two more.
  return { fromId, toId, changes: 2 + counts.jobs + counts.pipelines + counts.apps };
}
