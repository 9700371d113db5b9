import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../common/content/fileContent';
import { GraphqlResponseError } from '../../common/errors/errors';
import {
  callRootField,
  prepareRootField,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import {
  requireFileArgument,
  buildIdArgument,
  requireInputArgument,
} from '../../graphql/call/commonArguments';
import { buildInputObject } from '../../graphql/call/inputObject';
import { buildField, printDocument } from '../../graphql/document/document';
import { failOnFalse, NotDoneError } from '../../graphql/read/result';
import { rewriteRejected } from '../../graphql/schema/bySchema';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { makeRepeatableChange } from '../../http/retry';
import { readIdentifier, readJobId, readProjectId } from '../../common/input/identifiers';
import { mapConcurrently } from '../../common/time/concurrency';
import { isAlreadyGone, requireName, type Deleted } from '../changes';
import { toObject } from '../../common/text/values';
import { keepOnlyCurrentVersion, type Entity, type PreparedChange } from '../entities';
import { collectInputPaths, buildSelection, type SettingsOf } from '../entityFields';
import { listProjects, type Project } from '../project';
import { Resource, type Kind, type Settings } from '../resource';
import { JOB } from './fields';
import { CONCURRENT_PROJECTS, listJobs, type Job, type JobColumn } from './list';

type JobSettings = SettingsOf<typeof JOB.settings>;

export interface NewJob extends JobSettings {
  projectId: string;
  name: string;
  category: string;
  technologyId: string;
}

export type JobVersionSettings = SettingsOf<typeof JOB.version>;

export interface NewVersion extends Settings<JobVersionSettings> {
  /** The package of the version. */
  file?: FileContent;
}

const JOB_INPUT_PATHS = collectInputPaths(JOB.settings);
const VERSION_INPUT_PATHS = collectInputPaths(JOB.version);

/** Platforms before 2022 require resources in each version. The units are CPUs and MB. */
const MIN_RESOURCES = { cpu: 0.3, memory: 512, disk: 512 };

/** Builds the part of a call that contains the new version and its package. */
function buildVersionPart(root: RootField, { values, more, file }: NewVersion): RootFieldCall {
  const { name, type } = requireInputArgument(root, 'jobVersion');
  const input = buildInputObject(type, {
    values: { ...values, packageName: values.packageName ?? file?.fileName },
    inputPaths: VERSION_INPUT_PATHS,
    defaults: { resources: MIN_RESOURCES },
    more,
  });
  if (!file) return { arguments: { [name]: input } };
  return {
    arguments: { [name]: input, [requireFileArgument(root)]: 'package' },
    openFile: async () => file,
  };
}

export interface JobDetails extends Entity {
  alias?: string;
  description?: string | null;
  category?: string;
  technology?: { id: string; label?: string };
  isScheduled?: boolean;
  /** Contains only the current version. */
  versions?: JobVersion[];
}

export interface JobVersion {
  number?: number;
  releaseNote?: string | null;
  runtimeVersion?: string | null;
  commandLine?: string | null;
  packageInfo?: { name?: string; downloadUrl?: string | null } | null;
  dockerInfo?: { image?: string; dockerCredentialsId?: string | null } | null;
  /** Some platforms return this field instead of `dockerInfo`. */
  dockerImage?: string | null;
  extraTechnology?: { language?: string; version?: string } | null;
}

const VERSION_FIELDS = writtenFields(buildSelection(JOB.version));

const FIELDS = writtenFields(
  `${buildSelection(JOB.settings)} versions(onlyCurrent: true) { ${VERSION_FIELDS} }`,
);

/** Includes `isCurrent`, which finds the current version on platforms that return all versions. */
export const JOB_FIELDS = writtenFields(`${FIELDS} versions { isCurrent ${VERSION_FIELDS} }`);

/** Includes the latest run, because a job itself has no status. */
const FIELDS_WITH_RUN = writtenFields(`
  ${JOB_FIELDS} instances(limit: 1) {
    id number status history { currentStatus { status details } } startTime endTime
  }
`);

const KIND: Kind<JobDetails> = {
  noun: 'job',
  fields: FIELDS,
  readFields: FIELDS_WITH_RUN,
  inputPaths: JOB_INPUT_PATHS,
  readId: readJobId,
  resendsSettings: true,
  normalize: keepOnlyCurrentVersion,
};

export class Jobs extends Resource<JobDetails, JobSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, KIND);
  }

  async list(projectId: string, options?: CallOptions, columns?: readonly JobColumn[]) {
    return await listJobs(this.endpoint, projectId, options, columns);
  }

  async listInAllProjects(
    options?: CallOptions,
    columns?: readonly JobColumn[],
  ): Promise<Array<{ project: Project; entries: Job[] }>> {
    const projects = await listProjects(this.endpoint, options);
    return await mapConcurrently(projects, CONCURRENT_PROJECTS, async (project) => ({
      project,
      entries: await this.list(project.id, options, columns),
    }));
  }

  async listCategories(options?: CallOptions): Promise<string[]> {
    const categories = await callRootField(this.endpoint, 'query', 'jobCategories', {}, options);
    return Array.isArray(categories)
      ? categories.filter((category) => typeof category === 'string')
      : [];
  }

  /** Creates a job with its first version. Never creates a second job if the response is lost. */
  async prepareCreate(
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
    const isScheduled =
      values.isScheduled ?? (values.cronScheduling === undefined ? undefined : true);
    const input = {
      values: { ...job, isScheduled },
      inputPaths: JOB_INPUT_PATHS,
      defaults: { isScheduled: false, isStreaming: false, doesUseGPU: false },
      more,
    };
    const buildVersion = (root: RootField) => buildVersionPart(root, version);
    return await this.prepareCreation(job.name, () => input, options, buildVersion);
  }

  /** Adds a version and makes it the current one. Never adds a second version if the response is lost. */
  async prepareAddVersion(
    jobId: unknown,
    version: NewVersion,
    options?: CallOptions,
  ): Promise<PreparedChange<JobVersion>> {
    const id = readJobId(jobId);
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const versionPart = buildVersionPart(root, version);
      return {
        ...versionPart,
        arguments: { ...buildIdArgument(root, 'job', id), ...versionPart.arguments },
        selection: { mode: 'supported', text: VERSION_FIELDS },
        ifLost: 'Get the job, and check whether its current version is the new one',
        returnsResult: true,
      };
    };
    const send = await prepareRootField(this.endpoint, 'mutation', 'addJobVersion', call, options);
    return async () => toObject(await send()) as unknown as JobVersion;
  }

  /** Deletes a job (interface, section 4.2). Sends the request again if its response is lost: a second deletion changes nothing. */
  override async prepareDelete(
    id: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<Deleted>> {
    const { endpoint } = this;
    const jobId = readJobId(id);
    const sendWithArgument = async (argument: Record<string, string>) => {
      const query = printDocument('mutation', [buildField('deleteJob', { arguments: argument })]);
      const checked = failOnFalse('deleteJob', () => notDeletedError(jobId), options);
      await endpoint.mutateIdempotent({ query }, checked);
    };
    const buildArgument = (schema: GraphQLSchema) =>
      buildIdArgument(requireRootField(schema, 'mutation', 'deleteJob'), 'job', jobId);
    const send = async () => {
      try {
        await sendWithArgument({ jobId });
      } catch (error) {
        if (!(error instanceof GraphqlResponseError && error.isRejectedDocument)) throw error;
        // Platforms before 2022 have another name for the documented argument.
        await sendWithArgument(await rewriteRejected(endpoint, buildArgument, error, options));
      }
    };
    return async (mayHaveBeenMade) => {
      await makeRepeatableChange(send, isAlreadyGone, mayHaveBeenMade);
      return { deleted: true, id: jobId };
    };
  }
}

function notDeletedError(jobId: string): NotDoneError {
  return new NotDoneError(
    `The platform did not delete the job ${jobId}`,
    'Check that the job still exists and that this login has the right to delete it.',
  );
}
