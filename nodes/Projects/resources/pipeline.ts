import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { PIPELINE as TABLE } from '../../../platform/resources/pipeline/fields';
import type { WrittenGraph } from '../../../platform/resources/pipeline/pipeline';
import { projectLocator } from '../../shared/locators/locators';
import type { ItemCall, Operation, Resource } from '../../shared/operation/operation';
import { defineFields } from '../../shared/operation/output';
import { buildAdditionalFields, buildUpdateFields } from '../../shared/parameters/collections';
import { PIPELINE as RUNNABLE } from '../runs/runnable';
import { buildRunAndWait, buildRun } from '../runs/runAndWait';
import { ProjectKind } from './projectKind';
import {
  moreFields,
  readChanges,
  readSettingFields,
  buildSettingField,
  buildSettingFields,
} from './settings';

const PIPELINE = new ProjectKind({
  ...RUNNABLE,
  methods: ({ client }) => client.pipelines,
});

const settings = buildSettingFields('pipeline', TABLE.settings);
const versionSettings = buildSettingFields('pipeline', TABLE.version, 'graph');
const allSettings = [...settings, ...versionSettings.filter((setting) => setting !== moreFields)];

const additionalPipelineFields = buildAdditionalFields(
  'pipeline',
  allSettings.filter(({ name }) => name !== 'name'),
);

const ROW: INodePropertyOptions = {
  name: 'One After the Other',
  value: 'row',
  description: 'A list of jobs. Each job waits for the previous one.',
};

const GRAPH: INodePropertyOptions = {
  name: 'As a Graph',
  value: 'graph',
  description: 'Parallel jobs and conditions, as JSON',
};

const SAME: INodePropertyOptions = {
  name: 'Keep Current',
  value: 'same',
  description: 'Update only the settings of the pipeline',
};

const jobsAsField: INodeProperties = {
  displayName: 'Jobs',
  name: 'jobsAs',
  type: 'options',
  default: 'row',
  description: 'How the jobs of the pipeline are ordered',
  options: [ROW, GRAPH],
};

const buildGraphFields = (jobsAs: INodeProperties): INodeProperties[] => [
  jobsAs,
  {
    displayName: 'Job IDs or Aliases',
    name: 'jobIds',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. extract_sales, score_customers',
    description:
      'The jobs in their order, separated by commas, or an array from an expression. All jobs must be in the project of the pipeline.',
    displayOptions: { show: { jobsAs: ['row'] } },
  },
  {
    displayName: 'Graph (JSON)',
    name: 'graph',
    type: 'json',
    default:
      '{\n  "jobNodes": [\n    { "id": "1", "job": "extract_sales", "nextNodes": ["2"] },\n    { "id": "2", "job": "score_customers" }\n  ],\n  "conditionNodes": []\n}',
    required: true,
    description:
      'The jobs, by ID or alias, and the conditions between them. A condition (AllSuccess, AllSuccessOrSkipped, or AtLeastOneSuccess) leads to nextNodesSuccess or nextNodesFailure.',
    displayOptions: { show: { jobsAs: ['graph'] } },
  },
];

const graphFields = buildGraphFields(jobsAsField);

const optionalGraphFields = buildGraphFields({
  ...jobsAsField,
  default: 'same',
  options: [SAME, ROW, GRAPH],
});

function readGraphFields({ parameters }: ItemCall<PlatformClient>): WrittenGraph {
  return parameters.choice('jobsAs') === 'graph'
    ? { graph: parameters.value('graph') }
    : { jobs: parameters.value('jobIds') };
}

const createFields = [
  projectLocator,
  { ...buildSettingField('pipeline', 'name'), required: true },
  ...graphFields,
  additionalPipelineFields,
];

function readNewPipeline(call: ItemCall<PlatformClient>) {
  const { parameters } = call;
  const { values, more } = readSettingFields(parameters, 'additionalFields');
  const name = parameters.text('name');
  return {
    projectId: parameters.locator('projectId'),
    graph: readGraphFields(call),
    settings: { values: { ...values, name }, more },
  };
}

const create = PIPELINE.buildCreateFrom({
  description: 'Create a pipeline from the jobs of a project',
  fields: createFields,

  async prepare(call, pipelines) {
    const { projectId, graph, settings } = readNewPipeline(call);
    return await pipelines.prepareCreate(projectId, graph, settings, call.options);
  },
});

const createOrUpdate = PIPELINE.buildUpsert({
  fields: createFields,

  async prepare(call, pipelines) {
    const { projectId, graph, settings } = readNewPipeline(call);
    return await pipelines.prepareUpsert(projectId, graph, settings, call.options);
  },
});

const update = PIPELINE.buildChange({
  isRepeatable: false,
  value: 'update',
  name: 'Update',
  description: 'Update the settings or the jobs of a pipeline. New jobs create a new version.',
  fields: [...RUNNABLE.picker, ...optionalGraphFields, buildUpdateFields(allSettings)],

  async prepare(call, pipelines) {
    const id = PIPELINE.readId(call);
    const changes = readChanges(call.parameters, 'updateFields');
    const keepsJobs = call.parameters.choice('jobsAs') === SAME.value;
    const graph = keepsJobs ? undefined : readGraphFields(call);
    return await pipelines.prepareChange(id, graph, changes, call.options);
  },
});

const duplicate = PIPELINE.buildChange({
  isRepeatable: false,
  value: 'duplicate',
  name: 'Duplicate',
  description: 'Duplicate a pipeline with its current version',
  fields: [
    ...RUNNABLE.picker,
    {
      displayName: 'Duplicate Jobs',
      name: 'duplicateJobs',
      type: 'boolean',
      default: false,
      description: 'Whether to duplicate the jobs too. If off, the copy runs the same jobs.',
    },
    buildUpdateFields(settings, 'The settings that differ in the copy'),
  ],

  async prepare(call, pipelines) {
    const id = PIPELINE.readId(call);
    const changes = readChanges(call.parameters, 'updateFields');
    const more = { duplicateJobs: call.parameters.boolean('duplicateJobs') };
    return await pipelines.prepareDuplicate(id, changes, call.options, more);
  },
});

const checkCondition: Operation<PlatformClient> = {
  value: 'checkCondition',
  name: 'Check Condition',
  action: 'Check condition of pipeline',
  description: 'Check an expression as a condition of a pipeline, without a run',
  output: defineFields('result:boolean'),
  fields: [
    projectLocator,
    {
      displayName: 'Expression',
      name: 'expression',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. double(rmse) < 500.0',
      description: 'The condition, as in a pipeline. Most platforms use CEL.',
    },
    {
      displayName: 'Variables (JSON)',
      name: 'variables',
      type: 'json',
      default: '{}',
      placeholder: 'e.g. { "rmse": "420.5" }',
      description:
        'The values of the variables in the expression, by name. The platform receives each as text.',
    },
  ],

  async run({ parameters, client, options }) {
    const projectId = parameters.locator('projectId');
    const expression = parameters.text('expression');
    const variables = parameters.jsonObject('variables');
    const calls = client.directCalls;
    const result = await calls.checkCondition(projectId, expression, variables, options);
    return { json: { result } as IDataObject };
  },
};

export const pipeline: Resource<PlatformClient> = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [
    buildRunAndWait(RUNNABLE),
    buildRun(RUNNABLE),
    PIPELINE.buildGetMany(RUNNABLE),
    PIPELINE.buildGet('Get a pipeline with the graph of its current version'),
    create,
    createOrUpdate,
    update,
    duplicate,
    PIPELINE.buildRollback({
      isRepeatable: true,
      description: 'Roll back a pipeline to an earlier version',
    }),
    PIPELINE.buildDeleteVersions('pipeline', 'Delete earlier versions of a pipeline permanently'),
    PIPELINE.buildMove('pipeline', 'Move a pipeline and its jobs to another project'),
    checkCondition,
    PIPELINE.buildDelete('Delete a pipeline and its runs permanently'),
  ],
};
