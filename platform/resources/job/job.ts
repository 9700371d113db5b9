import { placesOf, selectionOf, type SettingsOf } from '../entityFields';
import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../content/fileContent';
import { inputObject } from '../../graphql/call/inputObject';
import { fileArgument, inputArgument, idArgument } from '../../graphql/call/commonArguments';
import {
  type RootFieldCall,
  callRootField,
  prepareRootField,
} from '../../graphql/call/callRootField';
import type { RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readObject } from '../../graphql/read/result';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readJobId, readProjectId } from '../../input/identifiers';
import { withCurrentVersion, type Entity, type PreparedChange } from '../entities';
import { requireName } from '../changes';
import { JOB } from './fields';
import { listJobs, listJobsOfAllProjects, prepareDeleteJob } from './list';
import { prepareCreation, resource, whereCreated, type Settings } from '../resource';

type JobSettings = SettingsOf<typeof JOB.settings>;

export interface NewJob extends JobSettings {
  projectId: string;
  name: string;
  category: string;
  technologyId: string;
}

export type JobVersionSettings = SettingsOf<typeof JOB.version>;

export interface NewVersion extends Settings<JobVersionSettings> {
  /** The package. */
  file?: FileContent;
}

const JOB_PLACES = placesOf(JOB.settings);
const VERSION_PLACES = placesOf(JOB.version);

/** Platforms before 2022 require them with every version: CPUs, and MB. */
const MIN_RESOURCES = { cpu: 0.3, memory: 512, disk: 512 };

/** The arguments that carry a version, and its file where there is one. */
function versionCall(root: RootField, { values, more, file }: NewVersion): RootFieldCall {
  const { name, type } = inputArgument(root, 'jobVersion');
  const input = inputObject(type, {
    values: { ...values, packageName: values.packageName ?? file?.fileName },
    places: VERSION_PLACES,
    defaults: { resources: MIN_RESOURCES },
    more,
  });
  if (!file) return { arguments: { [name]: input } };
  return {
    arguments: { [name]: input, [fileArgument(root)]: 'package' },
    openFile: async () => file,
  };
}

/** A job with the fields that this platform has. */
export interface JobDetails extends Entity {
  alias?: string;
  description?: string | null;
  category?: string;
  technology?: { id: string; label?: string };
  isScheduled?: boolean;
  /** The current one. */
  versions?: JobVersion[];
}

export interface JobVersion {
  number?: number;
  releaseNote?: string | null;
  runtimeVersion?: string | null;
  commandLine?: string | null;
  packageInfo?: { name?: string; downloadUrl?: string | null } | null;
  dockerInfo?: { image?: string; dockerCredentialsId?: string | null } | null;
  /** Of some platforms, in place of `dockerInfo`. */
  dockerImage?: string | null;
  extraTechnology?: { language?: string; version?: string } | null;
}

const VERSION_FIELDS = writtenFields(selectionOf(JOB.version));

const FIELDS = writtenFields(
  `${selectionOf(JOB.settings)} versions(onlyCurrent: true) { ${VERSION_FIELDS} }`,
);

/** A job with its current version, on platforms that tell it alone and on those that tell all. */
export const JOB_FIELDS = writtenFields(`${FIELDS} versions { isCurrent ${VERSION_FIELDS} }`);

/** Also the latest run: a job itself has no status. */
const FIELDS_WITH_RUN = writtenFields(`
  ${FIELDS} versions { isCurrent ${VERSION_FIELDS} }
  instances(limit: 1) {
    id number status history { currentStatus { status details } } startTime endTime
  }
`);

const KIND = {
  what: 'job',
  names: {
    create: 'createJob',
    get: 'job',
    update: 'editJob',
    duplicate: 'duplicateJob',
    rollback: 'rollbackJobVersion',
  },
  fields: FIELDS,
  readFields: FIELDS_WITH_RUN,
  places: JOB_PLACES,
  readId: readJobId,
  resendsSettings: true,
  inOneForm: withCurrentVersion<JobDetails>,
} as const;

type UsualVerb = 'get' | 'update' | 'duplicate' | 'rollback';

export const jobs = (endpoint: GraphqlEndpoint) => ({
  ...resource<JobDetails, JobSettings, UsualVerb>(endpoint, KIND),
  list: listJobs.bind(null, endpoint),
  listOfAllProjects: listJobsOfAllProjects.bind(null, endpoint),
  listCategories: listCategories.bind(null, endpoint),
  prepareCreate: prepareCreate.bind(null, endpoint),
  prepareAddVersion: prepareAddVersion.bind(null, endpoint),
  prepareDelete: prepareDeleteJob.bind(null, endpoint),
});

/** The categories that jobs may have. */
async function listCategories(endpoint: GraphqlEndpoint, options?: CallOptions): Promise<string[]> {
  const categories = await callRootField(endpoint, 'query', 'jobCategories', {}, options);
  return Array.isArray(categories)
    ? categories.filter((category) => typeof category === 'string')
    : [];
}

/** Prepares to make a job with its first version; never a second one if the response is lost. */
async function prepareCreate(
  endpoint: GraphqlEndpoint,
  { values, more }: Settings<NewJob>,
  version: NewVersion,
  options?: CallOptions,
): Promise<PreparedChange<JobDetails>> {
  const job = {
    ...values,
    projectId: readProjectId(values.projectId),
    name: requireName(values.name),
    category: readIdentifier(values.category, 'category'),
    technologyId: readIdentifier(values.technologyId, 'technology'),
  };
  const isScheduled = values.isScheduled ?? (values.cronScheduling !== undefined || undefined);
  const wanted = {
    values: { ...job, isScheduled },
    places: JOB_PLACES,
    defaults: { isScheduled: false, isStreaming: false, doesUseGPU: false },
    more,
  };
  const ifLost = whereCreated('job', job.name);
  const withVersion = (root: RootField) => versionCall(root, version);
  return await prepareCreation(endpoint, KIND, ifLost, () => wanted, options, withVersion);
}

/** Prepares to add a version, which becomes the current one; never a second one if the response is lost. */
async function prepareAddVersion(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  version: NewVersion,
  options?: CallOptions,
): Promise<PreparedChange<JobVersion>> {
  const id = readJobId(jobId);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const ofVersion = versionCall(root, version);
    return {
      ...ofVersion,
      arguments: { ...idArgument(root, 'job', id), ...ofVersion.arguments },
      selection: { mode: 'supported', text: VERSION_FIELDS },
      ifLost: 'Get the job, and check whether its current version is the new one',
    };
  };
  const send = await prepareRootField(endpoint, 'mutation', 'addJobVersion', call, options);
  return async () => readObject<JobVersion>({ addJobVersion: await send() }, 'addJobVersion');
}
