import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { InProject } from '../../../platform/resources/entities';
import { readJobId, readProjectId } from '../../../platform/input/identifiers';
import type { Job, JobColumn } from '../../../platform/resources/job/list';
import { pagingFields } from '../../shared/items/paging';
import { isLocatorLeftEmpty, projectOrAll } from '../../shared/locators/locators';
import {
  changeOperation,
  type ItemCall,
  type Operation,
  type Resource,
} from '../../shared/operation/operation';
import { lastRunOptions, prepareLastRuns } from '../runs/read/lastRuns';
import { JOB } from '../runs/runnable';
import { runOf } from '../runs/runAndWait';
import { runAndWaitOf } from '../runs/runAndWait';
import { change, duplicate, get, idOf, remove, rollback, update, upsert } from './entityOperations';
import { entityOutput } from './entityOutput';
import { changeableFields, createFields, readNewJob } from './job.fields';
import { nextVersionFields, readVersion } from './job.version';

type Included = JobColumn | 'technologyLabel';

const include: INodeProperties = {
  displayName: 'Include',
  name: 'include',
  type: 'multiOptions',
  default: [],
  description: 'What to add to each job, if the platform has it',
  options: [
    { name: 'Alias', value: 'alias' },
    {
      name: 'Schedule',
      value: 'schedule',
      description: 'Whether it is scheduled, cron, time zone',
    },
    { name: 'Technology Label', value: 'technologyLabel' },
  ],
};

const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many jobs',
  description: 'Get many jobs of a project, or of all projects',
  fields: [projectOrAll('jobs'), ...pagingFields, lastRunOptions('jobs', [include])],
  // Their reads share requests.
  concurrency: 200,

  async run(call) {
    const withLastRuns = await prepareLastRuns(call, JOB);
    const included = call.parameters.choices<Included>('options.include');
    const jobs = await withLastRuns(await listJobs(call, included));
    const listed = included.includes('technologyLabel')
      ? await call.client.withTechnologyLabels(jobs, call.options)
      : jobs;
    return listed.map((job) => ({ json: entityOutput(call.client, 'job', job) }));
  },
};

async function listJobs(
  call: ItemCall<PlatformClient>,
  included: readonly Included[],
): Promise<Array<Job & InProject>> {
  const { parameters, client, options } = call;
  const columns = included.filter((one) => one !== 'technologyLabel');
  if (isLocatorLeftEmpty(call, 'projectId')) {
    const projects = await client.jobs.listOfAllProjects(options, columns);
    return projects.flatMap(({ project, jobs }) =>
      jobs.map((job) => ({ ...job, projectId: project.id, projectName: project.name })),
    );
  }
  const projectId = readProjectId(parameters.locator('projectId'));
  const [jobs, projectName] = await Promise.all([
    client.jobs.list(projectId, options, columns),
    client.projects.nameOf(projectId, options),
  ]);
  return jobs.map((job) => ({ ...job, projectId, projectName }));
}

const create = change(JOB, {
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  description: 'Create a job with its first version',
  fields: createFields,

  async prepare(call) {
    const { job, version } = await readNewJob(call);
    return await call.client.jobs.prepareCreate(job, version, call.options);
  },
});

const createOrUpdate = upsert(JOB, {
  fields: createFields,

  async prepare(call) {
    const { job, version } = await readNewJob(call);
    return await call.client.jobs.prepareUpsert(job, version, call.options);
  },
});

const addVersion = changeOperation({
  isRepeatable: false,
  value: 'addVersion',
  name: 'Add Version',
  action: 'Add version to job',
  description: 'Add a version to a job. The new version becomes the current one.',
  fields: [...JOB.picker, ...nextVersionFields],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const jobId = readJobId(parameters.locator('jobId'));
    const version = await readVersion(call);
    const add = await client.jobs.prepareAddVersion(jobId, version, options);
    return { jobId, add };
  },

  async change(_call, { jobId, add }) {
    return { json: { jobId, ...(await add()) } as IDataObject };
  },
});

const deleteVersions = change(JOB, {
  isRepeatable: true,
  value: 'deleteVersions',
  name: 'Delete Versions',
  action: 'Delete versions of job',
  description: 'Delete earlier versions of a job and their packages permanently',
  fields: [
    ...JOB.picker,
    {
      displayName: 'Version Numbers',
      name: 'versionNumbers',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. 1, 2, 3',
      description:
        'The numbers of the versions to delete, separated by commas. The current version and versions that runs still use are kept.',
    },
  ],

  async prepare(call) {
    const numbers = call.parameters.value('versionNumbers');
    const id = idOf(JOB, call);
    return await call.client.jobs.prepareDeleteVersions(id, numbers, call.options);
  },
});

export const job: Resource<PlatformClient> = {
  value: 'job',
  name: 'Job',
  operations: [
    runAndWaitOf(JOB),
    runOf(JOB),
    getAll,
    get(JOB, 'Get a job with its current version and its latest run', ({ jobs }) => jobs.get),
    create,
    createOrUpdate,
    addVersion,
    update(JOB, {
      description: 'Update the settings of a job',
      changeable: changeableFields,
      prepare: ({ jobs }) => jobs.prepareUpdate,
    }),
    duplicate(JOB, {
      description: 'Duplicate a job with its current version',
      changeable: changeableFields,
      prepare: ({ jobs }) => jobs.prepareDuplicate,
    }),
    rollback(JOB, {
      isRepeatable: true,
      description: 'Roll back a job to an earlier version',
      prepare: ({ jobs }) => jobs.prepareRollback,
    }),
    deleteVersions,
    remove(JOB, 'Delete a job and its runs permanently', ({ jobs }) => jobs.prepareDelete),
  ],
};
