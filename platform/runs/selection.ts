import type { GraphQLOutputType, GraphQLSchema, SelectionNode } from 'graphql';
import { knownSelection } from '../graphql/selection/known';

/** Newer platforms tell the status in the run's history and keep `status` as deprecated; it is left out there. */
const PROGRESS =
  'id number status history { currentStatus { status details } } statusDetails startTime endTime';
const IDENTITY = 'jobId pipelineId version { number } runTrigger pipelineInstanceId';
const PARTS = `jobsInstance { jobId ${PROGRESS} } conditionsInstance { conditionNodeId isSuccess endTime }`;
const RECORDS = 'history { statuses { recordAt } }';

/** What tells which run it is and how far it is, where the live schema has it. */
export function progressSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  return known(schema, type, PROGRESS);
}

/** A run as users see it; a pipeline's run with those of its jobs. */
export function runSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  return known(schema, type, `${PROGRESS} ${IDENTITY} ${PARTS}`);
}

/** The same with the times at which its statuses were recorded. */
export function recordedRunSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  return known(schema, type, `${PROGRESS} ${IDENTITY} ${RECORDS}`);
}

function known(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: string,
): readonly SelectionNode[] | undefined {
  return knownSelection(schema, type, wanted);
}
