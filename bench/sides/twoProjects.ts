import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { request } from 'undici';
import { Platform } from '../../platform/connection/platform';
import { startSandboxProcess } from '../../harness/sandboxProcess';
import type { Counters } from '../server/counters';
import type { Place } from '../server/platform';
import type { ProjectsMade, ProjectsOrder } from './makeProjects';

const JOBS_A_PIPELINE = 4;
const JOBS_AN_APP = 7;

/** A sandbox in a process of its own with a project to take from and an empty one to take it to. */
export interface TwoProjects {
  credentials: Place['credentials'];
  graphqlUrl: string;
  token: string;
  fromId: string;
  toId: string;
  /** How many things a whole project has. */
  things: { jobs: number; pipelines: number; apps: number };
  /** Does work and tells how many requests and logins it took. */
  counted(work: () => Promise<void>): Promise<Partial<Counters>>;
  /** Throws where the second project does not have what the first one has; ends the sandbox. */
  check(): Promise<void>;
}

/** Made in a process of its own: what that takes is no part of what is measured. */
async function made(order: ProjectsOrder): Promise<ProjectsMade> {
  const file = path.join(__dirname, 'makeProjects.ts');
  const child = fork(file, [JSON.stringify(order)], { execArgv: ['--import', 'tsx'] });
  const [ids] = (await once(child, 'message')) as [ProjectsMade];
  return ids;
}

interface State {
  counters: { requests: number; logins: number };
}

interface Told {
  projects: Array<{ id: string; jobs: unknown[]; pipelines: unknown[]; apps: unknown[] }>;
}

export async function twoProjects(
  { latencyMs }: Place,
  jobs: number,
  packageBytes: number,
): Promise<TwoProjects> {
  const sandbox = await startSandboxProcess({ seedRuns: false, latencyMs });
  const { credentials } = sandbox;
  const things = {
    jobs,
    pipelines: Math.ceil(jobs / JOBS_A_PIPELINE),
    apps: Math.ceil(jobs / JOBS_AN_APP),
  };
  const { fromId, toId } = await made({ credentials, project: { ...things, packageBytes } });
  const platform = Platform.connect(credentials);
  const state = async () =>
    (await (await request(`${credentials.baseUrl}/sandbox/state`)).body.json()) as State & Told;
  return {
    credentials,
    graphqlUrl: `${credentials.baseUrl}/projects/api/platform/${credentials.platformId}/graphql`,
    token: await platform.session.token(),
    fromId,
    toId,
    things,
    async counted(work) {
      const { counters: before } = await state();
      await work();
      const { counters: after } = await state();
      return {
        requests: after.requests - before.requests,
        logins: after.logins - before.logins,
      };
    },
    async check() {
      const { projects } = await state();
      const made = projects.find(({ id }) => id === toId);
      const counts = { jobs: made?.jobs, pipelines: made?.pipelines, apps: made?.apps };
      for (const [what, count] of Object.entries(things)) {
        const there = counts[what as keyof typeof counts]?.length;
        if (there !== count) throw new Error(`${there} ${what} instead of ${count}`);
      }
      sandbox.stop();
    },
  };
}
