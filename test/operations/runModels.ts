import {
  addJob,
  addPipeline,
  fromItem,
  type ChaosItem,
  type Model,
  type Outcome,
} from '../chaos/operations/operation';
import type { ChaosEntity } from '../chaos/platform/entities';
import { LOG_LINES } from '../chaos/platform/roots/runs';
import type { World } from '../chaos/platform/world';

interface Side {
  noun: 'job' | 'pipeline';
  idField: 'jobId' | 'pipelineId';
  add(world: World, index: number, random: () => number): ChaosEntity;
  start: string;
}

export const JOB: Side = { noun: 'job', idField: 'jobId', add: addJob, start: 'runJob' };

export const PIPELINE: Side = {
  noun: 'pipeline',
  idField: 'pipelineId',
  add: addPipeline,
  start: 'runPipeline',
};

/** Something is wrong with a run that an item says is its own. */
function notItsOwn(side: Side, { world, item, outputs }: Outcome): string | undefined {
  const id = String(outputs[0]?.json.id);
  const run = world.runs.get(id);
  if (!run) return `the run ${id} does not exist`;
  if (run.parentId !== item.json[side.idField]) return `the run ${id} is another ${side.noun}'s`;
  return run.byNode
    ? undefined
    : `the run ${id} was started by somebody else (${run.trigger}, ${run.author})`;
}

/** Of the operations that start runs. */
export function startModels(side: Side) {
  const prepare = (world: World, index: number, random: () => number): ChaosItem => {
    const entity = side.add(world, index, random);
    return { json: { [side.idField]: entity.id } };
  };
  const change = {
    kind: side.start,
    target: ({ json }: ChaosItem) => String(json[side.idField]),
    isRepeatable: false,
  };
  const parameters = { [side.idField]: fromItem(side.idField) };
  const starts = { prepare, change, outputsAnItem: 1 } as const;
  const waitParameters = (options: object) => ({
    ...parameters,
    options: { pollInterval: 1, timeout: 20, logLines: 3, ...options },
  });
  const waits = {
    ...starts,
    routes: ['login', 'introspection', 'look', 'mutation'],
  } as const;
  return {
    run: [
      {
        ...starts,
        parameters,
        routes: ['login', 'introspection', 'look', 'mutation', 'mutation'],
        falsehood: (outcome) => notItsOwn(side, outcome),
      },
    ],
    runAndWait: [
      {
        ...waits,
        parameters: waitParameters({}),
        falsehood: (outcome) => {
          const { status } = outcome.outputs[0]?.json ?? {};
          return (
            notItsOwn(side, outcome) ??
            (status === 'SUCCEEDED' ? undefined : `status ${String(status)}`)
          );
        },
      },
      {
        ...waits,
        parameters: waitParameters({ onFailure: 'output', stopOnCancel: true }),
        prepare: (world, index, random) => {
          const entity = side.add(world, index, random);
          if (random() < 0.3) entity.outcome = 'FAILED';
          return { json: { [side.idField]: entity.id } };
        },
        falsehood: (outcome) => {
          const { status, id } = outcome.outputs[0]?.json ?? {};
          const run = outcome.world.runs.get(String(id));
          const is = run && outcome.world.statusOf(run);
          return (
            notItsOwn(side, outcome) ??
            (status === is ? undefined : `${String(status)}, but it is ${is}`)
          );
        },
      },
      {
        ...waits,
        parameters: waitParameters({ onTimeout: 'stop', onFailure: 'output', timeout: 1.5 }),
        prepare: (world, index, random) => {
          const entity = side.add(world, index, random);
          if (random() < 0.5) entity.lastsMs = Infinity;
          return { json: { [side.idField]: entity.id } };
        },
        falsehood: (outcome) => {
          const { status } = outcome.outputs[0]?.json ?? {};
          const isEnd = ['SUCCEEDED', 'KILLED'].includes(String(status));
          return notItsOwn(side, outcome) ?? (isEnd ? undefined : `status ${String(status)}`);
        },
      },
    ],
  } satisfies Record<string, Model[]>;
}

/** Operations on runs that are there already. */
export function runModels(side: Side) {
  const withRun =
    (lastsMs: number) =>
    (world: World, index: number, random: () => number): ChaosItem => {
      const entity = side.add(world, index, random);
      const run = world.beginRun(side.noun, entity, { byNode: false, lastsMs });
      return { json: { runId: run.id, [side.idField]: entity.id } };
    };
  const isTheOne = ({ item, outputs }: Outcome) =>
    outputs[0]?.json.id === item.json.runId
      ? undefined
      : `it is the run ${String(outputs[0]?.json.id)}`;
  const parameters = { runId: '={{ $json.runId }}' };
  const base = {
    parameters,
    routes: ['login', 'introspection', 'look'],
    outputsAnItem: 1,
    falsehood: isTheOne,
  } as const;
  return {
    get: { ...base, prepare: withRun(5) },
    wait: {
      ...base,
      prepare: withRun(30),
      parameters: { ...parameters, options: { pollInterval: 1, timeout: 20 } },
    },
    stop: {
      ...base,
      routes: ['login', 'introspection', 'mutation', 'mutation'],
      prepare: withRun(Infinity),
      change: { kind: 'stop', target: ({ json }) => String(json.runId), isRepeatable: true },
      falsehood: (outcome) => {
        const run = outcome.world.runs.get(String(outcome.item.json.runId));
        return (
          isTheOne(outcome) ??
          (run?.killedAtMs === undefined ? 'the run was not stopped' : undefined)
        );
      },
    },
    getAll: {
      ...base,
      outputsAnItem: undefined,
      parameters: { [side.idField]: fromItem(side.idField), returnAll: true },
      prepare: (world, index, random) => {
        const entity = side.add(world, index, random);
        const count = random() < 0.3 ? 100 + Math.floor(random() * 120) : Math.floor(random() * 3);
        for (let made = 0; made < (index === 0 ? count : 1); made++) {
          world.beginRun(side.noun, entity, { byNode: false });
        }
        return { json: { [side.idField]: entity.id } };
      },
      falsehood: ({ world, item, outputs }) => {
        const runs = world.runsOf(String(item.json[side.idField]));
        if (world.options.ignoresSkip && runs.length >= 100) return undefined;
        const told = outputs.map(({ json }) => json.id);
        // A run that begins while pages are read may be missed, and moves the others on.
        const isRight =
          runs.length - told.length <= world.startedByOthers &&
          new Set(told).size === told.length &&
          told.every((id) => runs.some((run) => run.id === id));
        return isRight ? undefined : `${told.length} runs instead of ${runs.length}`;
      },
    },
  } satisfies Record<string, Model>;
}

/** What a run that has ended without a word is said to have failed for. */
export function diagnose(side: Side): Model {
  const causes: Record<string, string> = { SUCCEEDED: 'succeeded', FAILED: 'unknown' };
  return {
    parameters: { runId: '={{ $json.runId }}' },
    routes: ['login', 'introspection', 'look', 'query'],
    prepare: (world, index, random) => {
      const entity = side.add(world, index, random);
      if (random() < 0.7) entity.outcome = 'FAILED';
      const ended = { byNode: false, lastsMs: 0, beganAtMs: Date.now() - 60_000 };
      return { json: { runId: world.beginRun(side.noun, entity, ended).id } };
    },
    falsehood: ({ world, item, outputs }) => {
      const run = world.runs.get(String(item.json.runId));
      const is = run && causes[run.outcome];
      const { cause } = outputs[0]?.json ?? {};
      return cause === is ? undefined : `the cause ${String(cause)} instead of ${is}`;
    },
    outputsAnItem: 1,
  };
}

const ENDED_RUNS = 4;

/** Runs that have ended, of which one stays. */
export function deleteMany(side: Side, dryRun: boolean): Model {
  const target = ({ json }: ChaosItem) => String(json[side.idField]);
  return {
    parameters: { [side.idField]: fromItem(side.idField), olderThanDays: 0, keepLast: 1, dryRun },
    routes: ['login', 'introspection', 'look', 'mutation', 'mutation'],
    prepare: (world, index, random) => {
      const entity = side.add(world, index, random);
      const ended = { byNode: false, lastsMs: 0, beganAtMs: Date.now() - 60_000 };
      for (let made = 0; made < ENDED_RUNS; made++) world.beginRun(side.noun, entity, ended);
      return { json: { [side.idField]: entity.id } };
    },
    ...(!dryRun && { change: { kind: 'deleteRun', target, isRepeatable: true } }),
    falsehood: ({ world, item, outputs }) => {
      const { matched, deleted } = outputs[0]?.json ?? {};
      const left = world.runsOf(target(item)).length;
      const told = `${String(deleted)} of ${String(matched)} are told, ${left} are left`;
      if (dryRun) return Number(matched) >= ENDED_RUNS - 1 && deleted === 0 ? undefined : told;
      const gone = world.effectsOn('deleteRun', target(item)).length;
      // A run that somebody else starts meanwhile is the one that stays.
      return left >= 1 && left <= 1 + world.startedByOthers && Number(deleted) <= gone
        ? undefined
        : told;
    },
    outputsAnItem: 1,
  };
}

export const jobLogs: Model = {
  parameters: { runId: '={{ $json.runId }}', lines: 'all' },
  routes: ['login', 'introspection', 'look', 'query'],
  prepare: (world, index, random) => {
    const entity = addJob(world, index, random);
    return { json: { runId: world.beginRun('job', entity, { byNode: false }).id } };
  },
  falsehood: ({ outputs }) =>
    outputs.length === LOG_LINES ? undefined : `${outputs.length} lines instead of ${LOG_LINES}`,
};
