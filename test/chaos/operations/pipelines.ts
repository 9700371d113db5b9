import { currentVersionOf, type ChaosEntity } from '../platform/entities';
import type { World } from '../platform/world';
import { act, CHANGES, deleteVersions, KINDS, move, READS } from './kinds';
import {
  addEntity,
  addPipeline,
  also,
  byId,
  someProject,
  withTwoVersions,
  type ChaosItem,
  type ChaosOperation,
  type Outcome,
} from './operation';

const { pipeline } = KINDS;
const NODE_IDS = ['1', '2'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);

/** Two jobs of the world for all items. */
function twoJobs(world: World): [string, string] {
  const projectId = someProject(world).id;
  const ids = [...world.jobs.keys()];
  while (ids.length < 2)
    ids.push(addEntity(world.jobs, world, { name: `Part ${ids.length}`, projectId }).id);
  return [ids[0] ?? '', ids[1] ?? ''];
}

const ofTwoVersions: ChaosOperation['prepare'] = (world, index, random) => ({
  json: { pipelineId: withTwoVersions(addPipeline(world, index, random)).id },
});

function graphOf(jobIds: readonly string[]) {
  return {
    jobNodes: jobIds.map((id, index) => ({
      id: NODE_IDS[index] ?? '',
      job: { id },
      nextNodes: NODE_IDS.slice(index + 1, jobIds.length),
    })),
  };
}

const rowOf = (entity: ChaosEntity | undefined) =>
  entity
    ? currentVersionOf(entity)
        .graph?.jobNodes?.map(({ job }) => job.id)
        .join()
    : undefined;

/** What is false about a pipeline that is to run the two jobs. */
function notAsWanted(entity: ChaosEntity | undefined, { item }: Outcome): string | undefined {
  if (!entity) return 'there is no such pipeline';
  if (rowOf(entity) !== item.json.jobIds) return `it runs ${rowOf(entity)}`;
  return entity.description === `Text ${String(item.json.index)}`
    ? undefined
    : `its description is ${String(entity.description)}`;
}

const wanted = {
  jobsAs: 'row',
  jobIds: '={{ $json.jobIds }}',
};
const settings = { description: '=Text {{ $json.index }}' };

const prepareNew = (world: World, index: number): ChaosItem => ({
  json: {
    name: `New ${index}`,
    index,
    jobIds: twoJobs(world).join(),
    projectId: someProject(world).id,
  },
});

const newPipeline = {
  node: 'Projects',
  parameters: {
    ...wanted,
    projectId: byId('projectId'),
    name: '={{ $json.name }}',
    additionalFields: settings,
  },
  routes: [...CHANGES, 'query'],
  outputsAnItem: 1,
} as const;

const named = ({ json }: ChaosItem) => String(json.name);

function theOneNamed(outcome: Outcome): string | undefined {
  const { world, item, outputs } = outcome;
  const [found, ...others] = [...world.pipelines.values()].filter(
    ({ name }) => name === named(item),
  );
  if (others.length > 0) return `${others.length + 1} pipelines of the name`;
  const told = outputs[0]?.json.id;
  return notAsWanted(found, outcome) ?? (found?.id === told ? undefined : `it is ${String(told)}`);
}

const upsert: ChaosOperation = {
  ...newPipeline,
  name: 'pipeline.upsert',
  prepare: (world, index, random) => {
    const item = prepareNew(world, index);
    const roll = random();
    if (roll < 0.4) return item;
    const isSame = roll > 0.8;
    const jobs = twoJobs(world);
    const { id } = addEntity(world.pipelines, world, {
      name: named(item),
      alias: `alias_${index}`,
      projectId: someProject(world).id,
      description: isSame ? `Text ${index}` : 'Old',
      versions: [{ number: 1, graph: graphOf(isSame ? jobs : [...jobs].reverse()) }],
    });
    return { json: { ...item.json, pipelineId: id } };
  },
  change: {
    kind: 'createGraphPipeline',
    target: named,
    isRepeatable: false,
    others: [
      also('editPipeline', 'pipelineId', true),
      also('addGraphPipelineVersion', 'pipelineId'),
    ],
    isPartial: true,
  },
  falsehood: (outcome) => {
    const isNew = outcome.item.json.pipelineId === undefined;
    const { action } = outcome.outputs[0]?.json ?? {};
    return (
      theOneNamed(outcome) ??
      ((action === 'created') === isNew ? undefined : `action ${String(action)}`)
    );
  },
};

export const pipelineOperations: ChaosOperation[] = [
  {
    ...newPipeline,
    name: 'pipeline.create',
    prepare: prepareNew,
    change: { kind: 'createGraphPipeline', target: named, isRepeatable: false },
    falsehood: theOneNamed,
  },
  upsert,
  act(pipeline, 'update', 'addGraphPipelineVersion', {
    parameters: { ...wanted, updateFields: settings },
    prepare: (world, index, random) => {
      const entity = addPipeline(world, index, random);
      const jobs = twoJobs(world);
      entity.versions = [{ number: 1, graph: graphOf([...jobs].reverse()) }];
      return { json: { pipelineId: entity.id, index, jobIds: jobs.join() } };
    },
    change: {
      kind: 'addGraphPipelineVersion',
      target: ({ json }) => String(json.pipelineId),
      isRepeatable: false,
      others: [also('editPipeline', 'pipelineId', true)],
      isPartial: true,
    },
    falsehood: (outcome) =>
      notAsWanted(outcome.world.pipelines.get(String(outcome.item.json.pipelineId)), outcome),
  }),
  act(pipeline, 'duplicate', 'duplicatePipeline', {
    only: 'recent',
    parameters: { duplicateJobs: false, updateFields: settings },
    falsehood: ({ world, item, outputs }) => {
      const { id } = outputs[0]?.json ?? {};
      const copies = world.effectsOn('duplicatePipeline', String(item.json.pipelineId));
      if (!copies.some((copy) => copy.id === id)) return 'no such copy was made';
      return world.pipelines.get(String(id))?.description === `Text ${String(item.json.index)}`
        ? undefined
        : 'the copy was not changed';
    },
  }),
  { ...deleteVersions(pipeline, 'deletePipelineVersion', ofTwoVersions), only: 'recent' },
  move(pipeline, 'movePipeline'),
  {
    name: 'pipeline.checkCondition',
    node: 'Projects',
    only: 'recent',
    parameters: {
      projectId: byId('projectId'),
      expression: 'int(index) % 2 == 0',
      variables: '={{ { index: $json.index } }}',
    },
    routes: READS,
    prepare: (world, index) => ({ json: { projectId: someProject(world).id, index } }),
    falsehood: ({ item, outputs }) => {
      const { result } = outputs[0]?.json ?? {};
      return result === (Number(item.json.index) % 2 === 0) ? undefined : `it is ${String(result)}`;
    },
    outputsAnItem: 1,
  },
  act(pipeline, 'rollback', 'rollbackPipelineVersion', {
    isRepeatable: true,
    parameters: { versionNumber: 1 },
    prepare: ofTwoVersions,
    falsehood: ({ world, item }) =>
      world.pipelines.get(String(item.json.pipelineId))?.current === 1
        ? undefined
        : 'it is another version',
  }),
];
