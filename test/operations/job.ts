import { JOB_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import {
  DELETED,
  DELETED_VERSIONS,
  job,
  jobVersion,
  MOVED,
  UPSERTED,
} from '../../schemas/projects/entities';
import { jobRun } from '../../schemas/projects/run';
import {
  act,
  CHANGES,
  create,
  deleteVersions,
  get,
  KINDS,
  list,
  move,
  remove,
} from '../chaos/operations/kinds';
import {
  addEntity,
  addJob,
  also,
  fromItem,
  someProject,
  withTwoVersions,
  type ChaosItem,
  type Outcome,
} from '../chaos/operations/operation';
import { currentVersionOf, type ChaosEntity } from '../chaos/platform/entities';
import { TECHNOLOGY_ID } from '../chaos/platform/roots/shown';
import type { World } from '../chaos/platform/world';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
import {
  IN_RETAIL,
  jobOfTwoVersions,
  jobUnderWay,
  quickJob,
  startTries,
  TO_ENERGY,
} from './onSandbox';
import { JOB, startModels } from './runModels';

const NEW_JOB = {
  ...IN_RETAIL,
  category: byId('Extraction'),
  technologyId: byId(TECHNOLOGY_IDS.python),
};

const jobOf = ({ world, item }: Outcome): ChaosEntity | undefined =>
  world.jobs.get(String(item.json.jobId));

/** With two versions, the second one in use. */
function ofTwoVersions(world: World, index: number, random: () => number): ChaosItem {
  return { json: { jobId: withTwoVersions(addJob(world, index, random)).id, index } };
}

const wantedCommand = ({ json }: ChaosItem) => `python ${String(json.index)}.py`;

const tried = startTries('jobId', quickJob, jobUnderWay);
const starts = startModels(JOB);

/** Operations on jobs. */
export const jobOperations: Operations = {
  getAll: {
    returns: job.listed,
    tried: [
      { parameters: { ...IN_RETAIL, returnAll: true } },
      {
        of: 'with last runs',
        parameters: {
          ...IN_RETAIL,
          returnAll: true,
          options: { lastRun: true, notRunSinceDays: 0 },
        },
      },
      {
        of: 'with all columns',
        parameters: {
          ...IN_RETAIL,
          options: { include: ['alias', 'schedule', 'technologyLabel'] },
        },
      },
      { of: 'of all projects', parameters: { projectId: byId(''), returnAll: true } },
    ],
    chaos: list(KINDS.job, { projectId: fromItem('projectId') }, ['login', 'query', 'query']),
  },
  get: {
    returns: job.withRun,
    // One with everything that can be set.
    tried: { parameters: { jobId: byId(JOB_IDS.gridLoadModel) } },
    chaos: get(KINDS.job),
  },
  run: { returns: jobRun.started, tried: tried.run, chaos: starts.run },
  runAndWait: {
    returns: jobRun.startedAndWaited,
    example: { jobId: byId(JOB_IDS.salesExtraction), options: { timeout: 600, pollInterval: 1 } },
    tried: tried.runAndWait,
    chaos: starts.runAndWait,
  },
  create: {
    returns: job.whole,
    tried: { parameters: { ...NEW_JOB, name: 'New' } },
    chaos: create(KINDS.job, 'createJob', {
      projectId: fromItem('projectId'),
      category: { __rl: true, mode: 'id', value: 'Extraction' },
      technologyId: { __rl: true, mode: 'id', value: TECHNOLOGY_ID },
    }),
  },
  addVersion: {
    returns: { jobId: 'string', ...jobVersion },
    tried: (sandbox) => ({ jobId: quickJob(sandbox), version: { commandLine: 'run' } }),
    chaos: [
      act(KINDS.job, 'addJobVersion', {
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
      act(KINDS.job, 'addJobVersion', { parameters: { version: { releaseNote: 'Chaos' } } }),
    ],
  },
  update: {
    returns: job.whole,
    tried: (sandbox) => ({ jobId: quickJob(sandbox), updateFields: { description: 'Changed' } }),
    chaos: act(KINDS.job, 'editJob', {
      isRepeatable: true,
      parameters: { updateFields: { description: '=New text {{ $json.index }}' } },
    }),
  },
  upsert: {
    returns: { ...job.withRun, ...UPSERTED },
    tried: [
      { of: 'that creates', parameters: { ...NEW_JOB, name: 'Upserted' } },
      {
        of: 'that updates',
        parameters: { ...NEW_JOB, name: 'Upserted', version: { commandLine: 'other' } },
      },
    ],
    chaos: {
      parameters: {
        projectId: fromItem('projectId'),
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
        if (!found || others.length > 0)
          return `${others.length + (found ? 1 : 0)} jobs of the name`;
        const { id, action } = outputs[0]?.json ?? {};
        if (found.id !== id) return `it is the job ${String(id)}`;
        if (found.description !== `Text ${String(item.json.index)}`) return 'another description';
        if (currentVersionOf(found).commandLine !== wantedCommand(item)) return 'another command';
        const isNew = item.json.jobId === undefined;
        return (action === 'created') === isNew ? undefined : `action ${String(action)}`;
      },
      outputsAnItem: 1,
    },
  },
  rollback: {
    returns: job.withRun,
    tried: (sandbox) => ({ jobId: jobOfTwoVersions(sandbox), versionNumber: 1 }),
    chaos: act(KINDS.job, 'rollbackJobVersion', {
      isRepeatable: true,
      parameters: { versionNumber: 1 },
      prepare: ofTwoVersions,
      falsehood: (outcome) => (jobOf(outcome)?.current === 1 ? undefined : 'it is another version'),
    }),
  },
  deleteVersions: {
    returns: { ...job.withRun, ...DELETED_VERSIONS },
    tried: (sandbox) => ({ jobId: jobOfTwoVersions(sandbox), versionNumbers: '1, 2' }),
    chaos: deleteVersions(KINDS.job, 'deleteJobVersion', ofTwoVersions),
  },
  move: {
    returns: MOVED,
    tried: (sandbox) => ({ jobId: quickJob(sandbox), ...TO_ENERGY }),
    chaos: move(KINDS.job, 'moveJob'),
  },
  duplicate: {
    returns: job.whole,
    tried: (sandbox) => ({ jobId: quickJob(sandbox) }),
    chaos: act(KINDS.job, 'duplicateJob', {
      only: 'recent',
      falsehood: ({ world, item, outputs }) => {
        const copies = world.effectsOn('duplicateJob', String(item.json.jobId)).map(({ id }) => id);
        return copies.includes(outputs[0]?.json.id as string) ? undefined : 'no such copy was made';
      },
    }),
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ jobId: quickJob(sandbox) }),
    chaos: remove(KINDS.job, 'deleteJob', ['login', 'mutation', 'mutation']),
  },
};
