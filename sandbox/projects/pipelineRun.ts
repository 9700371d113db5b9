import { conflict, found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { PipelineRun } from '../store/pipelineRuns';

/** Runs of pipelines (the platform's PipelineInstance). */
export const pipelineRunPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    type ConditionInstance {
      conditionNodeId: UUID!
      "Null where the condition was not looked at"
      isSuccess: Boolean
      endTime: DateTime
    }

    type PipelineInstance {
      id: UUID!
      number: Int!
      status: InstanceStatus!
      statusDetails: String
      startTime: DateTime
      endTime: DateTime
      pipelineId: UUID!
      "In the order of the graph's nodes"
      jobsInstance: [JobInstance!]!
      conditionsInstance: [ConditionInstance!]!
    }

    type Query {
      pipelineInstance(id: UUID!): PipelineInstance
    }

    type Mutation {
      runPipeline(pipelineId: UUID!): PipelineInstance!
      "A run that has ended stays as it is"
      stopPipelineInstance(pipelineInstanceId: UUID!): PipelineInstance!
    }
  `,
  resolvers: {
    Query: {
      pipelineInstance: (_root, { id }: { id: string }, { store }) =>
        found(store.pipelines.run(id), 'Pipeline instance', id),
    },
    Mutation: {
      runPipeline: (_root, { pipelineId }: { pipelineId: string }, { store }) => {
        const pipeline = found(store.pipelines.find(pipelineId), 'Pipeline', pipelineId);
        const graph = store.pipelines.version(pipeline.id, pipeline.versionNumber)?.details.graph;
        const missing = graph?.jobNodes.find(({ jobId }) => !store.job(jobId));
        if (missing) throw conflict(`The job ${missing.jobId} of the pipeline was deleted`);
        return store.pipelines.start(pipeline.id);
      },
      stopPipelineInstance: (
        _root,
        { pipelineInstanceId: id }: { pipelineInstanceId: string },
        { store },
      ) => found(store.pipelines.stop(id), 'Pipeline instance', id),
    },
    PipelineInstance: {
      statusDetails: ({ details }: PipelineRun) => details,
      startTime: ({ startedAt }: PipelineRun) => startedAt,
      endTime: ({ endedAt }: PipelineRun) => endedAt,
      jobsInstance: ({ id }: PipelineRun, _args: unknown, { store }) => store.runsOfPipelineRun(id),
      conditionsInstance: ({ conditions }: PipelineRun, _args: unknown, { store }) =>
        [...conditions].map(([conditionNodeId, result]) => {
          const isKnown = result !== null && result.at <= store.clock();
          return {
            conditionNodeId,
            isSuccess: isKnown ? result.isSuccess : null,
            endTime: isKnown ? result.at : null,
          };
        }),
    },
  },
};
