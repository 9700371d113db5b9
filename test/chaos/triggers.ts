import type { INode } from 'n8n-workflow';
import type { Route } from './requests';
import type { World } from './world';

/** A polling trigger as the chaos run tries it. */
export interface ChaosTrigger {
  name: string;
  type: string;
  credential: 'dataPlatformApi' | 'dataPlatformUploadTokenApi';
  routes: readonly Route[];
  /** Makes what is watched. @returns the node's parameters */
  prepare(world: World): INode['parameters'];
  /** Lets something happen that the trigger is to tell. @returns what it tells, each as one text */
  happen(world: World, random: () => number): string[];
  /** The same text of an item that came out. */
  told(json: Record<string, unknown>): string;
}

const ENDED = { queueSeconds: 0, durationSeconds: 0 };
const JOB_IDS = ['a', 'b', 'c'].map((name) => `20000000-0000-4000-8000-00000000ccc${name}`);

function runs(resource: 'job' | 'pipeline'): ChaosTrigger {
  const start = ({ sandbox: { store } }: World, jobId: string, requestedAt?: number) =>
    resource === 'job'
      ? store.startRun(jobId, { requestedAt })
      : store.pipelines.start(pipelineOf(jobId), { requestedAt });
  return {
    name: `${resource}Runs`,
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    credential: 'dataPlatformApi',
    routes: ['login', 'introspection', 'look', 'look', 'query'],
    prepare: (world) => {
      const { store } = world.sandbox;
      // Polls of one node that watch the same project wait for one another.
      const { id: projectId } = store.addProject();
      for (const id of JOB_IDS) {
        store.addJob({ id, projectId, script: ENDED });
        const jobNodes = [{ id, jobId: id, position: null, nextNodes: [] }];
        const graph = { jobNodes, conditionNodes: [] };
        store.pipelines.add({ id: pipelineOf(id), projectId, graph });
        start(world, id, store.clock() - 60_000);
      }
      return {
        resource,
        projectId: { __rl: true, mode: 'id', value: projectId },
        events: ['runSucceeded', 'runFailed'],
      };
    },
    happen: (world, random) =>
      JOB_IDS.flatMap((id) => {
        if (random() < 0.4) return [];
        const outcome = random() < 0.7 ? 'SUCCEEDED' : 'FAILED';
        world.sandbox.store.setScript(id, { outcome });
        const run = start(world, id);
        return [`${outcome === 'FAILED' ? 'runFailed' : 'runSucceeded'} ${run?.id}`];
      }),
    told: ({ event, id }) => `${String(event)} ${String(id)}`,
  };
}

/** The pipeline that consists of a job. */
const pipelineOf = (jobId: string) => jobId.replace(/^2/, '3');

const files: ChaosTrigger = {
  name: 'files',
  type: 'n8n-nodes-data-platform.dataPlatformConfFilesTrigger',
  credential: 'dataPlatformUploadTokenApi',
  routes: ['listing'],
  prepare: ({ sandbox }) => {
    for (const name of ['a', 'b']) sandbox.confFiles.write(`/dir/${name}.txt`, name);
    return { path: '/', recursive: true };
  },
  happen: ({ sandbox: { confFiles } }, random) => {
    const paths = confFiles.paths();
    const made = `/dir/new-${paths.length}-${Math.floor(random() * 1e6)}.txt`;
    confFiles.write(made, 'new');
    const [first] = paths;
    if (random() < 0.5 || first === undefined) return [`fileCreated ${made}`];
    confFiles.remove(first);
    return [`fileCreated ${made}`, `fileDeleted ${first}`];
  },
  told: ({ event, path }) => `${String(event)} ${String(path)}`,
};

export const TRIGGERS: readonly ChaosTrigger[] = [runs('job'), runs('pipeline'), files];
