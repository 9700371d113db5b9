import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../common/content/fileContent';
import { GraphqlResponseError } from '../../common/errors/errors';
import {
  callRootField,
  prepareRootField,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import {
  findFileArgument,
  buildIdArgument,
  findInputArgument,
} from '../../graphql/call/commonArguments';
import { buildInputObject } from '../../graphql/call/inputObject';
import { field, printDocument } from '../../graphql/document/document';
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
import { withCurrentVersion, type Entity, type PreparedChange } from '../entities';
import { collectPlaces, buildSelection, type SettingsOf } from '../entityFields';
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
  file?: FileContent;
}

const JOB_PLACES = collectPlaces(JOB.settings);
const VERSION_PLACES = collectPlaces(JOB.version);

/** Platforms before 2022 require them with each version. Units are CPUs and MB. */
const MIN_RESOURCES = { cpu: 0.3, memory: 512, disk: 512 };

function versionCall(root: RootField, { values, more, file }: NewVersion): RootFieldCall {
  const { name, type } = findInputArgument(root, 'jobVersion');
  const input = buildInputObject(type, {
    values: { ...values, packageName: values.packageName ?? file?.fileName },
    places: VERSION_PLACES,
    defaults: { resources: MIN_RESOURCES },
    more,
  });
  if (!file) return { arguments: { [name]: input } };
  return {
    arguments: { [name]: input, [findFileArgument(root)]: 'package' },
    openFile: async () => file,
  };
}

export interface JobDetails extends Entity {
  alias?: string;
  description?: string | null;
  category?: string;
  technology?: { id: string; label?: string };
  isScheduled?: boolean;
  /** Only the current version. */
  versions?: JobVersion[];
}

export interface JobVersion {
  number?: number;
  releaseNote?: string | null;
  runtimeVersion?: string | null;
  commandLine?: string | null;
  packageInfo?: { name?: string; downloadUrl?: string | null } | null;
  dockerInfo?: { image?: string; dockerCredentialsId?: string | null } | null;
  /** Some platforms return it instead of `dockerInfo`. */
  dockerImage?: string | null;
  extraTechnology?: { language?: string; version?: string } | null;
}

const VERSION_FIELDS = writtenFields(buildSelection(JOB.version));

const FIELDS = writtenFields(
  `${buildSelection(JOB.settings)} versions(onlyCurrent: true) { ${VERSION_FIELDS} }`,
);

/** `isCurrent` finds the current version on platforms that return all versions. */
export const JOB_FIELDS = writtenFields(`${FIELDS} versions { isCurrent ${VERSION_FIELDS} }`);

/** Includes the latest run, because a job itself has no status. */
const FIELDS_WITH_RUN = writtenFields(`
  ${FIELDS} versions { isCurrent ${VERSION_FIELDS} }
  instances(limit: 1) {
    id number status history { currentStatus { status details } } startTime endTime
  }
`);

const KIND: Kind<JobDetails> = {
  what: 'job',
  fields: FIELDS,
  readFields: FIELDS_WITH_RUN,
  places: JOB_PLACES,
  readId: readJobId,
  resendsSettings: true,
  inOneForm: withCurrentVersion,
};

export class Jobs extends Resource<JobDetails, JobSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, KIND);
  }

  async list(projectId: string, options?: CallOptions, columns?: readonly JobColumn[]) {
    return await listJobs(this.endpoint, projectId, options, columns);
  }

  async listOfAllProjects(
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

  /** Creates a job with its first version, never a second one if the response is lost. */
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
    const isScheduled = values.isScheduled ?? (values.cronScheduling !== undefined || undefined);
    const wanted = {
      values: { ...job, isScheduled },
      places: JOB_PLACES,
      defaults: { isScheduled: false, isStreaming: false, doesUseGPU: false },
      more,
    };
    const withVersion = (root: RootField) => versionCall(root, version);
    return await this.prepareCreation(job.name, () => wanted, options, withVersion);
  }

  /** Adds the next current version, never a second one if the response is lost. */
  async prepareAddVersion(
    jobId: unknown,
    version: NewVersion,
    options?: CallOptions,
  ): Promise<PreparedChange<JobVersion>> {
    const id = readJobId(jobId);
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const ofVersion = versionCall(root, version);
      return {
        ...ofVersion,
        arguments: { ...buildIdArgument(root, 'job', id), ...ofVersion.arguments },
        selection: { mode: 'supported', text: VERSION_FIELDS },
        ifLost: 'Get the job, and check whether its current version is the new one',
        returnsResult: true,
      };
    };
    const send = await prepareRootField(this.endpoint, 'mutation', 'addJobVersion', call, options);
    return async () => toObject(await send()) as unknown as JobVersion;
  }

  /** Deletes a job (interface, section 4.2). The request is sent again if its response was lost: a job is deleted only once. */
  override async prepareDelete(
    givenId: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<Deleted>> {
    const { endpoint } = this;
    const jobId = readJobId(givenId);
    const byName = async (named: Record<string, string>) => {
      const query = printDocument('mutation', [field('deleteJob', { arguments: named })]);
      const failing = failOnFalse('deleteJob', () => notDeleted(jobId), options);
      await endpoint.mutateIdempotent({ query }, failing);
    };
    const write = (schema: GraphQLSchema) =>
      buildIdArgument(requireRootField(schema, 'mutation', 'deleteJob'), 'job', jobId);
    const send = async () => {
      try {
        await byName({ jobId });
      } catch (error) {
        if (!(error instanceof GraphqlResponseError && error.isRejectedDocument)) throw error;
        // Platforms before 2022 have another name for the documented argument.
        await byName(await rewriteRejected(endpoint, write, error, options));
      }
    };
    return async (mayHaveBeenMade) => {
      await makeRepeatableChange(send, isAlreadyGone, mayHaveBeenMade);
      return { deleted: true, id: jobId };
    };
  }
}

function notDeleted(jobId: string): NotDoneError {
  return new NotDoneError(
    `The platform did not delete the job ${jobId}`,
    'Check that the job still exists and that this login has the right to delete it.',
  );
}
