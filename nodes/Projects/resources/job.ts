import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { readProjectId } from '../../../platform/common/input/identifiers';
import type { InProject } from '../../../platform/resources/entities';
import { JOB as TABLE } from '../../../platform/resources/job/fields';
import type { NewVersion } from '../../../platform/resources/job/job';
import type { Job, JobColumn } from '../../../platform/resources/job/list';
import { getItemContent } from '../../shared/items/binaryContent';
import { pagingFields } from '../../shared/items/paging';
import {
  isLocatorLeftEmpty,
  projectLocator,
  buildTechnologyLocator,
} from '../../shared/locators/locators';
import type { ItemCall, Operation, Resource } from '../../shared/operation/operation';
import { buildAdditionalFields, buildVersionFields } from '../../shared/parameters/collections';
import { buildLastRunOptions, prepareLastRuns } from '../runs/read/lastRuns';
import { JOB as RUNNABLE } from '../runs/runnable';
import { buildRunAndWait, buildRun } from '../runs/runAndWait';
import { buildEntityOutput } from './entityOutput';
import { ProjectKind } from './projectKind';
import { readSettingFields, buildSettingField, buildSettingFields } from './settings';

const JOB = new ProjectKind({
  ...RUNNABLE,
  methods: ({ client }) => client.jobs,
  settings: buildSettingFields('job', TABLE.settings),
});

const packageField: INodeProperties = {
  displayName: 'Package File',
  name: 'binaryPropertyName',
  type: 'string',
  default: '',
  placeholder: 'e.g. data',
  hint: 'The name of the input binary field containing the file. Leave empty if the job needs no file.',
  description: "The package with the job's code: a script, an archive, or a library",
};

const firstVersionFields = [
  packageField,
  buildVersionFields(buildSettingFields('job', TABLE.version, 'usePreviousArtifact')),
];

const nextVersionFields = [
  packageField,
  buildVersionFields(buildSettingFields('job', TABLE.version)),
];

const optionalProjectLocator: INodeProperties = {
  ...projectLocator,
  required: false,
  description: 'The project to get jobs from. Leave empty to get the jobs of all projects.',
  hint: 'Optional: leave empty to get the jobs of all projects',
};

/** This locator is not required, because an agent may enter a plain name, which n8n refuses in a required locator. */
const categoryLocator: INodeProperties = {
  displayName: 'Category',
  name: 'category',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  description: 'The category of the job',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Choose a category…',
      typeOptions: { searchListMethod: 'searchJobCategories', searchable: true },
    },
    { displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. Extraction' },
  ],
};

const technologyLocator: INodeProperties = {
  ...buildTechnologyLocator(
    'searchJobTechnologies',
    ({ __typename, available }) => __typename !== 'AppTechnology' && available !== false,
  ),
  description:
    'The technology that the job runs with. If the catalog cannot be reached, enter the ID.',
};

const createFields: INodeProperties[] = [
  projectLocator,
  { ...buildSettingField('job', 'name'), required: true },
  categoryLocator,
  technologyLocator,
  ...firstVersionFields,
  buildAdditionalFields('job', buildSettingFields('job', TABLE.settings, 'name', 'category')),
];

async function readNewJob(call: ItemCall<PlatformClient>) {
  const { parameters } = call;
  const { values, more } = readSettingFields(parameters, 'additionalFields');
  const settings = {
    ...values,
    projectId: parameters.locator('projectId') as string,
    name: parameters.text('name'),
    category: parameters.locator('category') as string,
    technologyId: parameters.locator('technologyId') as string,
  };
  return { job: { values: settings, more }, version: await readVersion(call) };
}

type Included = JobColumn | 'technologyLabel';

const includeField: INodeProperties = {
  displayName: 'Include',
  name: 'include',
  type: 'multiOptions',
  default: [],
  description: 'Additional fields to return for each job, if the platform has them',
  options: [
    { name: 'Alias', value: 'alias' },
    {
      name: 'Schedule',
      value: 'schedule',
      description: 'Whether the job is scheduled, its cron expression and its time zone',
    },
    { name: 'Technology Label', value: 'technologyLabel' },
  ],
};

const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many jobs',
  description: 'Get many jobs of a project, or of all projects',
  output: RUNNABLE.listOutput,
  simplified: RUNNABLE.simplified,
  fields: [optionalProjectLocator, ...pagingFields, buildLastRunOptions('jobs', [includeField])],
  // High, because the items share requests.
  concurrency: 200,

  async run(call) {
    const selectJobs = prepareLastRuns(call, RUNNABLE);
    const included = call.parameters.choices<Included>('options.include');
    const jobs = await selectJobs(await listJobs(call, included));
    const listed = included.includes('technologyLabel')
      ? await call.client.withTechnologyLabels(jobs, call.options)
      : jobs;
    return listed.map((job) => ({ json: buildEntityOutput(call.client, 'job', job) }));
  },
};

async function listJobs(
  call: ItemCall<PlatformClient>,
  included: readonly Included[],
): Promise<Array<Job & InProject>> {
  const { parameters, client, options } = call;
  const columns = included.filter((column) => column !== 'technologyLabel');
  if (isLocatorLeftEmpty(call, 'projectId')) {
    const projects = await client.jobs.listInAllProjects(options, columns);
    return projects.flatMap(({ project, entries }) =>
      entries.map((job) => ({ ...job, projectId: project.id, projectName: project.name })),
    );
  }
  const projectId = readProjectId(parameters.locator('projectId'));
  const [jobs, projectName] = await Promise.all([
    client.jobs.list(projectId, options, columns),
    client.projects.findName(projectId, options),
  ]);
  return jobs.map((job) => ({ ...job, projectId, projectName }));
}

/** Does not open the file. It is opened when it is sent. */
async function readVersion(call: ItemCall<PlatformClient>): Promise<NewVersion> {
  const { parameters, itemIndex } = call;
  const { values, more } = readSettingFields(parameters, 'version');
  const propertyName = parameters.text('binaryPropertyName');
  const file = propertyName ? await getItemContent(call, itemIndex, propertyName) : undefined;
  return { values, more, file };
}

const create = JOB.buildCreateFrom({
  description: 'Create a job with its first version',
  fields: createFields,

  async prepare(call, jobs) {
    const { job, version } = await readNewJob(call);
    return await jobs.prepareCreate(job, version, call.options);
  },
});

const createOrUpdate = JOB.buildUpsert({
  fields: createFields,

  async prepare(call, jobs) {
    const { job, version } = await readNewJob(call);
    return await jobs.prepareUpsert(job, version, call.options);
  },
});

export const job: Resource<PlatformClient> = {
  value: 'job',
  name: 'Job',
  operations: [
    buildRunAndWait(RUNNABLE),
    buildRun(RUNNABLE),
    getAll,
    JOB.buildGet('Get a job with its current version and its latest run'),
    create,
    createOrUpdate,
    JOB.buildAddVersion({
      description: 'Add a version to a job. The new version becomes the current one.',
      simplified: ['jobId', 'number', 'creationDate', 'creator', 'releaseNote', 'commandLine'],
      fields: nextVersionFields,
      prepare: async (call, jobs, id) =>
        await jobs.prepareAddVersion(id, await readVersion(call), call.options),
    }),
    JOB.buildUpdate('Update the settings of a job'),
    JOB.buildDuplicate('Duplicate a job with its current version'),
    JOB.buildRollback({
      isRepeatable: true,
      description: 'Roll back a job to an earlier version',
    }),
    JOB.buildDeleteVersions(
      'job',
      'Delete earlier versions of a job and their packages permanently',
    ),
    JOB.buildMove('job', 'Move a job to another project'),
    JOB.buildDelete('Delete a job and its runs permanently'),
  ],
};
