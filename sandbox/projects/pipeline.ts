import { conflict, found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { ConditionNode, JobNode, PipelineGraph } from '../runs/graph';
import {
  PIPELINE_SETTINGS,
  type Pipeline,
  type PipelineSettings,
  type PipelineVersionDetails,
} from '../store/pipelines';
import type { Page } from '../store/runs';
import type { SandboxStore } from '../store/store';
import type { Version, VersionFilter } from '../store/versions';
import { graphInputTypes, graphOf, type GraphInput } from './graphInput';
import { alertingOf, checkSchedule, given, nameOf, type AlertingInput } from './inputs';

const SETTINGS = ['isScheduled', 'cronScheduling', 'scheduleTimezone'] as const;

type SettingsInput = Partial<Pick<PipelineSettings, (typeof SETTINGS)[number]>> & {
  alerting?: AlertingInput | null;
};

interface GraphPipelineInput extends SettingsInput {
  projectId: string;
  name: string;
  alias?: string | null;
  description?: string | null;
  releaseNote?: string | null;
  graph: GraphInput;
}

interface PipelineEditionInput extends SettingsInput {
  id: string;
  name?: string | null;
  alias?: string | null;
  description?: string | null;
}

interface VersionAddition {
  pipelineId: string;
  graph: GraphInput;
  releaseNote?: string | null;
}

type VersionOfPipeline = Version<PipelineVersionDetails> & { pipelineId: string };

/** Pipelines: graphs of jobs. */
export const pipelinePart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    ${graphInputTypes}

    type NodePosition {
      x: Float!
      y: Float!
    }

    interface PipelineNode {
      id: UUID!
      position: NodePosition
    }

    type JobNode implements PipelineNode {
      id: UUID!
      position: NodePosition
      "Null where the job was deleted since"
      job: Job
      nextNodes: [UUID!]!
    }

    type ConditionNode implements PipelineNode {
      id: UUID!
      position: NodePosition
      condition: PipelineCondition!
      nextNodesSuccess: [UUID!]!
      nextNodesFailure: [UUID!]!
    }

    type PipelineGraph {
      jobNodes: [JobNode!]!
      conditionNodes: [ConditionNode!]!
      nodes: [PipelineNode!]!
    }

    type PipelineVersion {
      number: Int!
      creationDate: DateTime!
      creator: String!
      isCurrent: Boolean!
      releaseNote: String
      graph: PipelineGraph!
    }

    type Pipeline {
      id: UUID!
      name: String!
      alias: String!
      description: String
      creator: String!
      creationDate: DateTime!
      "Newest first"
      instances(limit: Int, skip: Int): [PipelineInstance!]!
      "Newest first"
      versions(limit: Int, onlyCurrent: Boolean): [PipelineVersion!]!
      isScheduled: Boolean!
      cronScheduling: Cron
      scheduleTimezone: TimeZone
      alerting: JobPipelineAlerting
      project: Project!
    }

    input GraphPipelineInput {
      projectId: UUID!
      name: String!
      alias: String
      description: String
      releaseNote: String
      isScheduled: Boolean = false
      cronScheduling: Cron
      scheduleTimezone: TimeZone
      alerting: JobPipelineAlertingInput
      graph: GraphInput!
    }

    input PipelineEditionInput {
      id: UUID!
      name: String
      alias: String
      description: String
      isScheduled: Boolean
      cronScheduling: Cron
      scheduleTimezone: TimeZone
      alerting: JobPipelineAlertingInput
    }

    type Query {
      graphPipeline(id: UUID!): Pipeline
    }

    type Mutation {
      createGraphPipeline(pipeline: GraphPipelineInput!): Pipeline!
      editPipeline(pipeline: PipelineEditionInput!): Pipeline!
      "The new version becomes the current one"
      addGraphPipelineVersion(
        pipelineId: UUID!
        graph: GraphInput!
        releaseNote: String
      ): PipelineVersion!
      duplicatePipeline(originalPipelineId: UUID!, duplicateJobs: Boolean): Pipeline!
      deletePipeline(id: UUID!): Boolean!
    }
  `,
  resolvers: {
    Query: {
      graphPipeline: (_root, { id }: { id: string }, { store }) =>
        found(store.pipelines.find(id), 'Pipeline', id),
    },
    Mutation: {
      createGraphPipeline: (
        _root,
        { pipeline: input }: { pipeline: GraphPipelineInput },
        { store, user },
      ) => {
        const project = found(store.project(input.projectId), 'Project', input.projectId);
        if (input.alias) checkAlias(store, project.id, input.alias);
        const settings = { ...PIPELINE_SETTINGS, ...settingsOf(input) };
        checkSchedule(settings);
        return store.pipelines.add({
          projectId: project.id,
          name: nameOf(input.name),
          alias: input.alias ?? undefined,
          description: input.description ?? null,
          creator: user,
          settings,
          releaseNote: input.releaseNote ?? null,
          graph: graphOf(store, project.id, input.graph),
        });
      },
      editPipeline: (_root, { pipeline: input }: { pipeline: PipelineEditionInput }, { store }) => {
        const pipeline = found(store.pipelines.find(input.id), 'Pipeline', input.id);
        if (input.alias) checkAlias(store, pipeline.projectId, input.alias, pipeline.id);
        const settings = settingsOf(input);
        checkSchedule({ ...pipeline.settings, ...settings });
        return store.pipelines.edit(pipeline.id, {
          ...given(input, ['description']),
          ...(typeof input.name === 'string' && { name: nameOf(input.name) }),
          ...(input.alias && { alias: input.alias }),
          settings,
        });
      },
      addGraphPipelineVersion: (
        _root,
        { pipelineId, graph, releaseNote }: VersionAddition,
        { store, user },
      ) => {
        const { id, projectId } = found(store.pipelines.find(pipelineId), 'Pipeline', pipelineId);
        const details = {
          releaseNote: releaseNote ?? null,
          graph: graphOf(store, projectId, graph),
        };
        const number = found(store.pipelines.addVersion(id, details, user), 'Pipeline', id);
        return { ...store.pipelines.version(id, number), pipelineId: id };
      },
      duplicatePipeline: (
        _root,
        args: { originalPipelineId: string; duplicateJobs?: boolean | null },
        { store, user },
      ) => {
        const id = args.originalPipelineId;
        const pipeline = found(store.pipelines.find(id), 'Pipeline', id);
        return store.together(() => duplicate(store, pipeline, args.duplicateJobs === true, user));
      },
      deletePipeline: (_root, { id }: { id: string }, { store }) => {
        if (!store.pipelines.delete(id)) throw notFound('Pipeline', id);
        return true;
      },
    },
    Pipeline: {
      creationDate: ({ createdAt }: Pipeline) => createdAt,
      instances: ({ id }: Pipeline, page: Page, { store }) => store.pipelines.runs(id, page),
      versions: (pipeline: Pipeline, filter: VersionFilter, { store }) =>
        store.pipelines
          .versions(pipeline, filter)
          .map((version) => ({ ...version, pipelineId: pipeline.id })),
      isScheduled: ({ settings }: Pipeline) => settings.isScheduled,
      cronScheduling: ({ settings }: Pipeline) => settings.cronScheduling,
      scheduleTimezone: ({ settings }: Pipeline) => settings.scheduleTimezone,
      alerting: ({ settings }: Pipeline) => settings.alerting,
      project: ({ projectId }: Pipeline, _args: unknown, { store }) => store.project(projectId),
    },
    PipelineVersion: {
      creationDate: ({ createdAt }: VersionOfPipeline) => createdAt,
      isCurrent: ({ pipelineId, number }: VersionOfPipeline, _args: unknown, { store }) =>
        store.pipelines.find(pipelineId)?.versionNumber === number,
      releaseNote: ({ details }: VersionOfPipeline) => details.releaseNote,
      graph: ({ details }: VersionOfPipeline) => details.graph,
    },
    PipelineGraph: {
      nodes: ({ jobNodes, conditionNodes }: PipelineGraph) => [...jobNodes, ...conditionNodes],
    },
    PipelineNode: {
      __resolveType: (node: JobNode | ConditionNode) =>
        'jobId' in node ? 'JobNode' : 'ConditionNode',
    },
    JobNode: {
      job: ({ jobId }: JobNode, _args: unknown, { store }) => store.job(jobId),
    },
  },
};

function settingsOf(input: SettingsInput): Partial<PipelineSettings> {
  const alerting = alertingOf(input.alerting);
  return { ...given(input, SETTINGS), ...(alerting !== undefined && { alerting }) };
}

function checkAlias(store: SandboxStore, projectId: string, alias: string, ownId?: string): void {
  const other = store.pipelines.findByAlias(projectId, alias);
  if (other && other.id !== ownId) {
    throw conflict(`There is already a pipeline with the alias ${alias}`);
  }
}

function duplicate(
  store: SandboxStore,
  pipeline: Pipeline,
  duplicateJobs: boolean,
  creator: string,
): Pipeline {
  const { projectId, name, description, settings, id, versionNumber } = pipeline;
  const graph = store.pipelines.version(id, versionNumber)?.details.graph;
  const { jobNodes = [], conditionNodes = [] } = graph ?? {};
  return store.pipelines.add({
    projectId,
    name: `Copy of ${name}`,
    description,
    settings: { ...settings, isScheduled: false },
    creator,
    graph: {
      conditionNodes,
      jobNodes: duplicateJobs
        ? jobNodes.map((node) => ({
            ...node,
            jobId: store.duplicateJob(node.jobId, creator)?.id ?? node.jobId,
          }))
        : jobNodes,
    },
  });
}
