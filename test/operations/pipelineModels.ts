import { CHANGES } from '../chaos/operations/kinds';
import {
  addEntity,
  addPipeline,
  fromItem,
  someProject,
  withTwoVersions,
  type ChaosItem,
  type Model,
  type Outcome,
} from '../chaos/operations/operation';
import { currentVersionOf, type ChaosEntity } from '../chaos/platform/entities';
import type { World } from '../chaos/platform/world';

const NODE_IDS = ['1', '2'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);

/** Two jobs of the world for all items. */
export function twoJobs(world: World): [string, string] {
  const projectId = someProject(world).id;
  const ids = [...world.jobs.keys()];
  while (ids.length < 2)
    ids.push(addEntity(world.jobs, world, { name: `Part ${ids.length}`, projectId }).id);
  return [ids[0] ?? '', ids[1] ?? ''];
}

export const ofTwoVersions: Model['prepare'] = (world, index, random) => ({
  json: { pipelineId: withTwoVersions(addPipeline(world, index, random)).id },
});

export function graphOf(jobIds: readonly string[]) {
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
export function notAsWanted(
  entity: ChaosEntity | undefined,
  { item }: Outcome,
): string | undefined {
  if (!entity) return 'there is no such pipeline';
  if (rowOf(entity) !== item.json.jobIds) return `it runs ${rowOf(entity)}`;
  return entity.description === `Text ${String(item.json.index)}`
    ? undefined
    : `its description is ${String(entity.description)}`;
}

export const wanted = { jobsAs: 'row', jobIds: '={{ $json.jobIds }}' };

export const settings = { description: '=Text {{ $json.index }}' };

export const prepareNew = (world: World, index: number): ChaosItem => ({
  json: {
    name: `New ${index}`,
    index,
    jobIds: twoJobs(world).join(),
    projectId: someProject(world).id,
  },
});

export const newPipeline = {
  parameters: {
    ...wanted,
    projectId: fromItem('projectId'),
    name: '={{ $json.name }}',
    additionalFields: settings,
  },
  routes: [...CHANGES, 'query'],
  outputsAnItem: 1,
} as const;

export const named = ({ json }: ChaosItem) => String(json.name);

export function theOneNamed(outcome: Outcome): string | undefined {
  const { world, item, outputs } = outcome;
  const [found, ...others] = [...world.pipelines.values()].filter(
    ({ name }) => name === named(item),
  );
  if (others.length > 0) return `${others.length + 1} pipelines of the name`;
  const told = outputs[0]?.json.id;
  return notAsWanted(found, outcome) ?? (found?.id === told ? undefined : `it is ${String(told)}`);
}
