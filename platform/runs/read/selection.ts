import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import {
  supportedSelection,
  presentSelection,
  writtenFields,
  type WrittenFields,
} from '../../graphql/selection/supported';
import { field } from '../../graphql/document/document';

const STATUS = 'status details reason';
/** Newer platforms return the status in the run's history and keep `status` as deprecated; it is left out there. */
const PROGRESS = `id number status history { currentStatus { ${STATUS} } } statusDetails { ${STATUS} } startTime endTime`;
const IDENTITY =
  'jobId jobAlias pipelineId pipelineName version { number } runTrigger { triggerType author } stopTrigger { author } pipelineInstanceId';
const PARTS = `jobsInstance { jobId jobAlias jobNodeId ${PROGRESS} }
  conditionsInstance { conditionNodeId isSuccess history { currentStatus { ${STATUS} } } startTime endTime }
  nodeStatuses { nodeId status }`;
const RUN = writtenFields(`${PROGRESS} ${IDENTITY} ${PARTS}`);
const RUN_WITHOUT_PARTS = writtenFields(`${PROGRESS} ${IDENTITY}`);
const LAST_RUN = writtenFields(
  'id number status history { currentStatus { status } } startTime endTime',
);
/** The names of a job or pipeline, and its project, as `readParentNames` takes them. */
export const PARENT_NAMES = writtenFields('name projectId project { id name }');

/** A run as users see it; a pipeline's run with those of its jobs. */
export function runSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  return selectionOf(schema, type, RUN);
}

/** The same without the runs of a pipeline's jobs. */
export function runWithoutPartsSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  return selectionOf(schema, type, RUN_WITHOUT_PARTS);
}

/** What a list of jobs or pipelines tells of the last run of each. */
export function lastRunSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  return selectionOf(schema, type, LAST_RUN);
}

/** The same as a selection. */
export function parentNamesSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  return presentSelection(schema, type, PARENT_NAMES);
}

function selectionOf(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] | undefined {
  const selection = supportedSelection(schema, type, wanted);
  const hasStatus = selection?.some((node) => isStatus(node));
  const named = getNamedType(type);
  const fields = isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
  // Deprecated, without the successor that we know.
  return selection && !hasStatus && Object.hasOwn(fields, 'status')
    ? [...selection, field('status')]
    : selection;
}

function isStatus(node: SelectionNode): boolean {
  return node.kind === Kind.FIELD && ['status', 'history'].includes(node.name.value);
}
