import { currentVersionOf, type ChaosEntity } from '../platform/entities';
import { TECHNOLOGY_ID } from '../platform/roots/shown';
import type { World } from '../platform/world';
import { act, CHANGES, deleteVersions, KINDS, move } from './kinds';
import {
  addEntity,
  addJob,
  also,
  byId,
  someProject,
  withTwoVersions,
  type ChaosItem,
  type ChaosOperation,
  type Outcome,
} from './operation';

const { job } = KINDS;

const jobOf = ({ world, item }: Outcome): ChaosEntity | undefined =>
  world.jobs.get(String(item.json.jobId));

/** With two versions, the second one in use. */
function ofTwoVersions(world: World, index: number, random: () => number): ChaosItem {
  return { json: { jobId: withTwoVersions(addJob(world, index, random)).id, index } };
}

const wantedCommand = ({ json }: ChaosItem) => `python ${String(json.index)}.py`;

/** Jobs of which some are there already, some of them as wanted. */
const upsert: ChaosOperation = {
  name: 'job.upsert',
  node: 'Projects',
  parameters: {
    projectId: byId('projectId'),
    name: '={{ $json.name }}',
    category: { __rl: true, mode: 'id', value: 'Extraction' },
    technologyId: { __rl: true, mode: 'id', value: TECHNOLOGY_ID },
    version: { commandLine: '=python {{ $json.index }}.py' },
    additionalFields: { description: '=Text {{ $json.index }}' },
  },
  routes: [...CHANGES, 'query', 'look'],
  prepare: (world, index, random) => {
    const item: ChaosItem = {
      json: { name: `Wanted ${index}`, index, projectId: someProject(world).id },
    };
    const roll = random();
    if (roll < 0.4) return item;
    const isSame = roll > 0.8;
    const { id } = addEntity(world.jobs, world, {
      name: `Wanted ${index}`,
      projectId: someProject(world).id,
      description: isSame ? `Text ${index}` : 'Old',
      versions: [{ number: 1, commandLine: isSame ? wantedCommand(item) : 'python old.py' }],
    });
    return { json: { ...item.json, jobId: id } };
  },
  change: {
    kind: 'createJob',
    target: ({ json }) => String(json.name),
    isRepeatable: false,
    others: [also('editJob', 'jobId', true), also('addJobVersion', 'jobId')],
    isPartial: true,
  },
  falsehood: ({ world, item, outputs }) => {
    const [found, ...others] = [...world.jobs.values()].filter(
      ({ name }) => name === item.json.name,
    );
    if (!found || others.length > 0) return `${others.length + (found ? 1 : 0)} jobs of the name`;
    const { id, action } = outputs[0]?.json ?? {};
    if (found.id !== id) return `it is the job ${String(id)}`;
    if (found.description !== `Text ${String(item.json.index)}`) return 'another description';
    if (currentVersionOf(found).commandLine !== wantedCommand(item)) return 'another command';
    const isNew = item.json.jobId === undefined;
    return (action === 'created') === isNew ? undefined : `action ${String(action)}`;
  },
  outputsAnItem: 1,
};

export const jobOperations: ChaosOperation[] = [
  upsert,
  act(job, 'rollback', 'rollbackJobVersion', {
    isRepeatable: true,
    parameters: { versionNumber: 1 },
    prepare: ofTwoVersions,
    falsehood: (outcome) => (jobOf(outcome)?.current === 1 ? undefined : 'it is another version'),
  }),
  deleteVersions(job, 'deleteJobVersion', ofTwoVersions),
  move(job, 'moveJob'),
  act(job, 'addVersion', 'addJobVersion', {
    parameters: {
      version: { commandLine: 'python new.py' },
      binaryPropertyName: 'data',
      packageSource: 'binary',
    },
    prepare: (world, index, random) => ({
      json: { jobId: addJob(world, index, random).id },
      file: { name: 'package.txt', text: `package ${index}` },
    }),
    falsehood: (outcome) => {
      const entity = jobOf(outcome);
      const { commandLine } = entity ? currentVersionOf(entity) : {};
      return commandLine === 'python new.py' ? undefined : 'the version is not there';
    },
  }),
];
