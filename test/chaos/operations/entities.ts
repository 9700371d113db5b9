import { TECHNOLOGY_ID } from '../platform/roots/shown';
import { act, create, get, KINDS, list, prepared, READS, remove } from './kinds';
import { byId, type ChaosOperation } from './operation';

const { project, job, pipeline, app } = KINDS;

export const entityOperations: ChaosOperation[] = [
  list(project, {}, ['login', 'query', 'query']),
  get(project),
  {
    name: 'project.getRights',
    node: 'Projects',
    parameters: { projectId: byId('projectId') },
    routes: READS,
    prepare: prepared(project),
    falsehood: ({ item, outputs }) =>
      outputs[0]?.json.name === `group of ${String(item.json.projectId)}`
        ? undefined
        : `it is ${String(outputs[0]?.json.name)}`,
    outputsAnItem: 1,
  },
  {
    name: 'platform.get',
    node: 'Projects',
    parameters: {},
    routes: READS,
    prepare: prepared(project),
    falsehood: ({ outputs }) =>
      outputs[0]?.json.name === 'Chaos' ? undefined : 'it is another platform',
    outputsAnItem: 1,
  },
  create(project, 'createProject', {}),
  act(project, 'update', 'editProject', {
    isRepeatable: true,
    parameters: { updateFields: { description: '=New text {{ $json.index }}' } },
  }),
  remove(project, 'deleteProject'),
  list(job, { projectId: byId('projectId') }, ['login', 'query', 'query']),
  get(job),
  create(job, 'createJob', {
    projectId: byId('projectId'),
    category: { __rl: true, mode: 'id', value: 'Extraction' },
    technologyId: { __rl: true, mode: 'id', value: TECHNOLOGY_ID },
  }),
  act(job, 'update', 'editJob', {
    isRepeatable: true,
    parameters: { updateFields: { description: '=New text {{ $json.index }}' } },
  }),
  act(job, 'addVersion', 'addJobVersion', { parameters: { version: { releaseNote: 'Chaos' } } }),
  act(job, 'duplicate', 'duplicateJob', {
    only: 'recent',
    falsehood: ({ world, item, outputs }) => {
      const copies = world.effectsOn('duplicateJob', String(item.json.jobId)).map(({ id }) => id);
      return copies.includes(outputs[0]?.json.id as string) ? undefined : 'no such copy was made';
    },
  }),
  remove(job, 'deleteJob', ['login', 'mutation', 'mutation']),
  list(pipeline, { projectId: byId('projectId') }),
  get(pipeline),
  remove(pipeline, 'deletePipeline'),
  list(app, { projectId: byId('projectId') }),
  get(app),
  act(app, 'run', 'runApp'),
  act(app, 'stop', 'stopApp', { isRepeatable: true }),
  act(app, 'restart', 'restartApp', { only: 'recent' }),
  remove(app, 'deleteApp'),
];
