import type { FieldNode, GraphQLOutputType } from 'graphql';
import { hasField, presentFields, type WantedFields } from '../graphql/selection/present';

/** What tells which run it is and how far it is, where the live schema has it. */
export function progressSelection(type: GraphQLOutputType): FieldNode[] {
  return presentFields(type, progressFields(type));
}

/** A run as users see it; a pipeline's run with those of its jobs. */
export function runSelection(type: GraphQLOutputType): FieldNode[] {
  return presentFields(type, {
    ...progressFields(type),
    jobId: true,
    pipelineId: true,
    version: { number: true },
    runTrigger: true,
    pipelineInstanceId: true,
    jobsInstance: { jobId: true, ...progressFields(type, 'jobsInstance') },
    conditionsInstance: { conditionNodeId: true, isSuccess: true, endTime: true },
  });
}

/** Newer platforms tell the status in the run's history, and keep `status` as deprecated. */
function progressFields(type: GraphQLOutputType, below?: string): WantedFields {
  const inHistory = 'history.currentStatus.status';
  const path = below ? `${below}.${inHistory}` : inHistory;
  return {
    id: true,
    number: true,
    ...(hasField(type, path)
      ? { history: { currentStatus: { status: true, details: true } } }
      : { status: true }),
    statusDetails: true,
    startTime: true,
    endTime: true,
  };
}
