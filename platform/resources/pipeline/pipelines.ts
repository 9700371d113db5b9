import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { PIPELINE_RUNS } from '../../runs/kinds';
import {
  withCurrentVersion,
  callById,
  listOfAllProjects,
  listOfProject,
  type Entity,
  type InProject,
  type PreparedChange,
} from '../entities';
import { prepareDeletion, type Deleted } from '../changes';
import { selectionOf } from '../entityFields';
import { LISTED_PIPELINE, PIPELINE } from './fields';

export interface Pipeline extends Entity {
  alias?: string;
  description?: string | null;
  isScheduled?: boolean;
  cronScheduling?: string | null;
  project?: Entity;
  /** The current one. */
  versions?: PipelineVersion[];
}

export interface PipelineVersion {
  number?: number;
  releaseNote?: string | null;
  /** As the platform returns it; `readPipelineGraph` takes it. */
  graph?: unknown;
  /** Of platforms without graphs: the row. */
  jobs?: Entity[];
}

const LISTED_FIELDS = writtenFields(selectionOf(LISTED_PIPELINE));

export const PIPELINE_VERSION_FIELDS = writtenFields(selectionOf(PIPELINE.version));

export const PIPELINE_FIELDS = writtenFields(`
  ${selectionOf(PIPELINE.settings)}
  versions(onlyCurrent: true) { ${PIPELINE_VERSION_FIELDS} }
  versions { isCurrent ${PIPELINE_VERSION_FIELDS} }
`);

/** Older platforms return the ID of the project alone. */
export const FIELDS_OF_ANY_PLATFORM = writtenFields(`projectId ${PIPELINE_FIELDS}`);

export async function listPipelines(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<Array<Pipeline & InProject>> {
  return await listOfProject<Pipeline>(endpoint, 'pipelines', LISTED_FIELDS, projectId, options);
}

export async function listPipelinesOfAllProjects(endpoint: GraphqlEndpoint, options?: CallOptions) {
  return await listOfAllProjects(endpoint, 'pipelines', options);
}

/** One pipeline, with the jobs of its current version. */
export async function getPipeline(
  endpoint: GraphqlEndpoint,
  pipelineId: unknown,
  options?: CallOptions,
): Promise<Pipeline> {
  const call = {
    kind: 'query',
    name: PIPELINE_RUNS.parentQuery,
    what: 'pipeline',
    fields: FIELDS_OF_ANY_PLATFORM,
  } as const;
  const pipeline = await callById<PipelineOfAnyPlatform>(endpoint, call, pipelineId, options);
  return withProject(withCurrentVersion(pipeline));
}

/** Older platforms return the ID of the project alone. */
type PipelineOfAnyPlatform = Pipeline & { projectId?: string };

export function withProject({ projectId, ...pipeline }: PipelineOfAnyPlatform): Pipeline {
  return pipeline.project || !projectId ? pipeline : { ...pipeline, project: { id: projectId } };
}

export async function prepareDeletePipeline(
  endpoint: GraphqlEndpoint,
  pipelineId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Deleted>> {
  return await prepareDeletion(endpoint, 'deletePipeline', 'pipeline', pipelineId, options);
}
