import type { INode } from 'n8n-workflow';
import type { Route } from '../platform/requests';
import type { World } from '../platform/world';
import { addJob, addPipeline, someProject } from '../operations/operation';

/** A polling trigger as the chaos run tries it. */
export interface ChaosTrigger {
  name: string;
  type: string;
  credential: 'platform' | 'files';
  routes: readonly Route[];
  parameters(world: World): INode['parameters'];
  prepare(world: World, random: () => number): void;
  /** Lets something happen that the trigger is to tell. @returns what it tells, each as one text */
  happen(world: World, random: () => number): string[];
  /** The same text of an item that came out. */
  told(json: Record<string, unknown>): string;
}

function runs(resource: 'job' | 'pipeline'): ChaosTrigger {
  const entities = (world: World) => [
    ...(resource === 'job' ? world.jobs : world.pipelines).values(),
  ];
  return {
    name: `${resource}Runs`,
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    credential: 'platform',
    routes: ['login', 'introspection', 'look', 'look', 'query'],
    parameters: (world) => ({
      resource,
      projectId: { __rl: true, mode: 'id', value: someProject(world).id },
      events: ['runSucceeded', 'runFailed'],
    }),
    prepare: (world, random) => {
      const add = resource === 'job' ? addJob : addPipeline;
      for (let index = 0; index < 3; index++) {
        const entity = add(world, index, random);
        world.beginRun(resource, entity, {
          byNode: false,
          lastsMs: 0,
          beganAtMs: Date.now() - 60_000,
        });
      }
    },
    happen: (world, random) =>
      entities(world).flatMap((entity) => {
        if (random() < 0.4) return [];
        const outcome = random() < 0.7 ? 'SUCCEEDED' : 'FAILED';
        const run = world.beginRun(resource, entity, { byNode: false, lastsMs: 0, outcome });
        return [`${outcome === 'FAILED' ? 'runFailed' : 'runSucceeded'} ${run.id}`];
      }),
    told: ({ event, id }) => `${String(event)} ${String(id)}`,
  };
}

const files: ChaosTrigger = {
  name: 'files',
  type: 'n8n-nodes-data-platform.dataPlatformConfFilesTrigger',
  credential: 'files',
  routes: ['listing'],
  parameters: () => ({ path: '/', recursive: true }),
  prepare: (world) => {
    for (const name of ['a', 'b']) world.files.set(`/dir/${name}.txt`, Buffer.from(name));
  },
  happen: (world, random) => {
    const made = `/dir/new-${world.files.size}-${Math.floor(random() * 1e6)}.txt`;
    world.files.set(made, Buffer.from('new'));
    const [first] = world.files.keys();
    if (random() < 0.5 || first === undefined || first === made) return [`fileCreated ${made}`];
    world.files.delete(first);
    return [`fileCreated ${made}`, `fileDeleted ${first}`];
  },
  told: ({ event, path }) => `${String(event)} ${String(path)}`,
};

export const TRIGGERS: readonly ChaosTrigger[] = [runs('job'), runs('pipeline'), files];
