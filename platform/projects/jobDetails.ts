import type { GraphQLSchema } from 'graphql';
import { PartlyDoneError, PlatformError } from '../errors';
import {
  callKnownOperation,
  prepareKnownOperation,
  type KnownCall,
} from '../graphql/call/callOperation';
import { idArgument, inputArgument } from '../graphql/call/knownArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { readObject } from '../graphql/result';
import type { RootField } from '../graphql/schema/rootFields';
import { readIdentifier, readJobId, readProjectId } from '../identifiers';
import { withCurrentVersion } from './currentVersion';
import { prepareEdit, requireChanges, requireName } from './editing';
import {
  jobChanges,
  newJobInput,
  versionCall,
  type JobSettings,
  type NewJob,
  type NewVersion,
  type Settings,
} from './jobInput';
import { callById, prepareById, type Entity, type PreparedChange } from './known';

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
}

const VERSION_FIELDS = `
  number creationDate creator releaseNote runtimeVersion commandLine packageInfo
  dockerInfo dockerImage extraTechnology sourceUrl
`;

const FIELDS = `
  id name alias description category technology { id label } creationDate countJobInstance
  isScheduled cronScheduling scheduleTimezone isStreaming doesUseGPU alerting
  resources { cpu memory } originalJobId project { id name }
  versions(onlyCurrent: true) { ${VERSION_FIELDS} }
`;

/** Also the latest run: a job itself has no status. */
const FIELDS_WITH_RUN = `
  ${FIELDS} versions { isCurrent ${VERSION_FIELDS} }
  instances(limit: 1) {
    id number status history { currentStatus { status details } } startTime endTime
  }
`;

const EDITION = { name: 'editJob', what: 'job', fields: FIELDS };

/** One job, with its current version and its latest run. */
export async function getJob(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  options?: CallOptions,
): Promise<JobDetails> {
  const call = { kind: 'query', name: 'job', what: 'job', fields: FIELDS_WITH_RUN } as const;
  return withCurrentVersion(await callById(endpoint, call, readJobId(jobId), options));
}

/** The categories that jobs may have. */
export async function listJobCategories(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<string[]> {
  const categories = await callKnownOperation(endpoint, 'query', 'jobCategories', {}, options);
  return Array.isArray(categories)
    ? categories.filter((category) => typeof category === 'string')
    : [];
}

/** Prepares to make a job with its first version; never a second one on doubt. */
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
  const call = (_schema: GraphQLSchema, root: RootField): KnownCall => {
    const argument = inputArgument(root, 'job');
    const ofVersion = versionCall(root, version);
    return {
      ...ofVersion,
      arguments: {
        [argument.name]: newJobInput(argument.type, { values: job, more }),
        ...ofVersion.arguments,
      },
      selection: { mode: 'known', text: FIELDS },
      ifLost: `Look among the jobs of the project for "${job.name}" before you try again`,
    };
  };
  const send = await prepareKnownOperation(endpoint, 'mutation', 'createJob', call, options);
  return async () => readObject<JobDetails>({ createJob: await send() }, 'createJob');
}

/** Prepares to add a version, which becomes the current one; never a second one on doubt. */
export async function prepareAddJobVersion(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  version: NewVersion,
  options?: CallOptions,
): Promise<PreparedChange<JobVersion>> {
  const id = readJobId(jobId);
  const call = (_schema: GraphQLSchema, root: RootField): KnownCall => {
    const ofVersion = versionCall(root, version);
    return {
      ...ofVersion,
      arguments: { ...idArgument(root, 'job', id), ...ofVersion.arguments },
      selection: { mode: 'known', text: VERSION_FIELDS },
      ifLost: 'Get the job, and look whether its current version is the new one',
    };
  };
  const send = await prepareKnownOperation(endpoint, 'mutation', 'addJobVersion', call, options);
  return async () => readObject<JobVersion>({ addJobVersion: await send() }, 'addJobVersion');
}

export async function prepareUpdateJob(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  changes: Settings<JobSettings>,
  options?: CallOptions,
): Promise<PreparedChange<JobDetails>> {
  return await prepareEdit(endpoint, EDITION, readJobId(jobId), jobChanges(changes), options);
}

/**
 * Prepares to copy a job with its current version and to change what was set of the copy; never a second copy on doubt.
 */
export async function prepareDuplicateJob(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  changes: Settings<JobSettings>,
  options?: CallOptions,
): Promise<PreparedChange<JobDetails>> {
  const wanted = jobChanges(changes);
  const original = readJobId(jobId);
  const call = {
    kind: 'mutation',
    name: 'duplicateJob',
    what: 'job',
    fields: FIELDS,
    ifLost: 'Look among the jobs of the project for a copy before you try again',
  } as const;
  const duplicate = await prepareById<JobDetails>(endpoint, call, original, options);
  const hasChanges = Object.keys({ ...changes.values, ...changes.more }).length > 0;
  if (!hasChanges) return duplicate;
  // Whether the copy can be changed like this is known before it is made: its ID alone is not.
  requireChanges(wanted);
  await prepareEdit(endpoint, EDITION, original, wanted, options);
  return async () => {
    const { id } = await duplicate();
    // Where the platform does not tell the copy's ID, the original must not be changed in its place.
    if (id === original) throw unnamedCopy();
    try {
      const edit = await prepareEdit<JobDetails>(endpoint, EDITION, id, wanted, options);
      return await edit();
    } catch (error) {
      throw error instanceof PlatformError ? unchangedCopy(id, error) : error;
    }
  };
}

function unnamedCopy(): PartlyDoneError {
  return new PartlyDoneError(
    'The copy was made but not changed: the platform does not tell its ID',
    {
      hint: 'Look for it among the jobs of the project and update it; do not duplicate again.',
      reach: 'answered',
    },
  );
}

function unchangedCopy(id: string, error: PlatformError): PartlyDoneError {
  return new PartlyDoneError(`The copy ${id} was made but not changed: ${error.message}`, {
    hint: `Update or delete the copy; do not duplicate again. ${error.hint}`,
    reach: 'answered',
    status: error.status,
    cause: error,
  });
}
