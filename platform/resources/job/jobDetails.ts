import type { GraphQLSchema } from 'graphql';
import {
  callRootField,
  prepareRootField,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { idArgument, inputArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readObject } from '../../graphql/read/result';
import type { RootField } from '../../graphql/schema/rootFields';
import { fieldsForOneCall, writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readJobId, readProjectId } from '../../input/identifiers';
import { withCurrentVersion, callById, type Entity, type PreparedChange } from '../entities';
import { prepareDuplication, prepareEdit, requireName, withNewId } from '../changes';
import {
  jobChanges,
  newJobInput,
  versionCall,
  type JobSettings,
  type NewJob,
  type NewVersion,
  type Settings,
} from './jobInput';
import { selectionOf } from '../entityFields';
import { JOB } from './fields';

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

export const JOB_EDIT = { name: 'editJob', what: 'job', fields: FIELDS };

/**
 * One job, with its current version and its latest run.
 * @param more fields by the platform's own names; those that it does not have are left out
 */
export async function getJob(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  options?: CallOptions,
  more: readonly string[] = [],
): Promise<JobDetails> {
  const named = more.filter((name) => /^\w+$/.test(name));
  const fields = fieldsForOneCall([FIELDS_WITH_RUN, ...named].join(' '));
  const call = { kind: 'query', name: 'job', what: 'job', fields } as const;
  return withCurrentVersion(await callById(endpoint, call, readJobId(jobId), options));
}

/** The categories that jobs may have. */
export async function listJobCategories(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<string[]> {
  const categories = await callRootField(endpoint, 'query', 'jobCategories', {}, options);
  return Array.isArray(categories)
    ? categories.filter((category) => typeof category === 'string')
    : [];
}

/** Prepares to make a job with its first version; never a second one where the response is lost. */
export async function prepareCreateJob(
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
  const ifLost = `Before you try again, check whether the project has a job "${job.name}"`;
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const argument = inputArgument(root, 'job');
    const ofVersion = versionCall(root, version);
    return {
      ...ofVersion,
      arguments: {
        [argument.name]: newJobInput(argument.type, { values: job, more }),
        ...ofVersion.arguments,
      },
      selection: { mode: 'supported', text: FIELDS },
      ifLost,
    };
  };
  const send = await prepareRootField(endpoint, 'mutation', 'createJob', call, options);
  return async () =>
    withNewId(readObject<JobDetails>({ createJob: await send() }, 'createJob'), 'job', ifLost);
}

/** Prepares to add a version, which becomes the current one; never a second one where the response is lost. */
export async function prepareAddJobVersion(
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

export async function prepareUpdateJob(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  changes: Settings<JobSettings>,
  options?: CallOptions,
): Promise<PreparedChange<JobDetails>> {
  return await prepareEdit(endpoint, JOB_EDIT, readJobId(jobId), jobChanges(changes), options);
}

/**
 * Prepares to copy a job with its current version and to change what was set of the copy; never a second copy where
 * the response is lost.
 */
export async function prepareDuplicateJob(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  changes: Settings<JobSettings>,
  options?: CallOptions,
): Promise<PreparedChange<JobDetails>> {
  const duplication = { name: 'duplicateJob', edition: JOB_EDIT };
  return await prepareDuplication(
    endpoint,
    duplication,
    readJobId(jobId),
    jobChanges(changes),
    options,
  );
}
