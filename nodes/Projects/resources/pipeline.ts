import type { PlatformClient } from '../../../platform/client';
import type { Resource } from '../../shared/operation/operation';
import { PIPELINE } from '../runs/runnable';
import { runOf } from '../runs/runAndWait';
import { runAndWaitOf } from '../runs/runAndWait';
import { change, get, getMany, idOf, remove, rollback, upsert } from './entityOperations';
import {
  copyFields,
  createFields,
  optionalGraphFields,
  pipelineUpdateFields,
  readNewPipeline,
  readOptionalGraphFields,
} from './pipeline.fields';
import { readChanges } from './settings';

const create = change(PIPELINE, {
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  description: 'Create a pipeline from the jobs of a project',
  fields: createFields,

  async prepare(call) {
    const { projectId, graph, settings } = readNewPipeline(call);
    return await call.client.pipelines.prepareCreate(projectId, graph, settings, call.options);
  },
});

const createOrUpdate = upsert(PIPELINE, {
  fields: createFields,

  async prepare(call) {
    const { projectId, graph, settings } = readNewPipeline(call);
    return await call.client.pipelines.prepareUpsert(projectId, graph, settings, call.options);
  },
});

const update = change(PIPELINE, {
  isRepeatable: false,
  value: 'update',
  name: 'Update',
  description: 'Update the settings or the jobs of a pipeline. New jobs create a new version.',
  fields: [...PIPELINE.picker, ...optionalGraphFields, pipelineUpdateFields],

  async prepare(call) {
    const id = idOf(PIPELINE, call);
    const changes = readChanges(call.parameters, 'updateFields');
    const graph = readOptionalGraphFields(call);
    return await call.client.pipelines.prepareChange(id, graph, changes, call.options);
  },
});

const duplicate = change(PIPELINE, {
  isRepeatable: false,
  value: 'duplicate',
  name: 'Duplicate',
  description: 'Duplicate a pipeline with its current version',
  fields: [
    ...PIPELINE.picker,
    {
      displayName: 'Duplicate Jobs',
      name: 'duplicateJobs',
      type: 'boolean',
      default: false,
      description: 'Whether to duplicate the jobs too. If off, the copy runs the same jobs.',
    },
    copyFields,
  ],

  async prepare(call) {
    const id = idOf(PIPELINE, call);
    const changes = readChanges(call.parameters, 'updateFields');
    const more = { duplicateJobs: call.parameters.boolean('duplicateJobs') };
    return await call.client.pipelines.prepareDuplicate(id, changes, call.options, more);
  },
});

export const pipeline: Resource<PlatformClient> = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [
    runAndWaitOf(PIPELINE),
    runOf(PIPELINE),
    getMany(PIPELINE, ({ pipelines }) => pipelines.list, PIPELINE),
    get(
      PIPELINE,
      'Get a pipeline with the graph of its current version',
      ({ pipelines }) => pipelines.get,
    ),
    create,
    createOrUpdate,
    update,
    duplicate,
    rollback(PIPELINE, {
      isRepeatable: true,
      description: 'Roll back a pipeline to an earlier version',
      prepare: ({ pipelines }) => pipelines.prepareRollback,
    }),
    remove(
      PIPELINE,
      'Delete a pipeline and its runs permanently',
      ({ pipelines }) => pipelines.prepareDelete,
    ),
  ],
};
