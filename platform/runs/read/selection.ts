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
  selectPresent,
  selectSupported,
  writtenFields,
  type WrittenFields,
} from '../../graphql/selection/supported';
import { field } from '../../graphql/document/document';

/** @throws UnsupportedError if the live schema's type lacks what is needed */
export type Select = (
  schema: GraphQLSchema,
  type: GraphQLOutputType,
) => readonly SelectionNode[] | undefined;

const STATUS = 'status details reason';
/** Newer platforms return the status in the history, and deprecate `status`, which is then left out. */
const PROGRESS = `id number status history { currentStatus { ${STATUS} } } statusDetails { ${STATUS} } startTime endTime`;
const TRIGGER = 'runTrigger { triggerType author }';
const DETAILS = `${TRIGGER} jobId jobAlias pipelineId pipelineName version { number } stopTrigger { author } pipelineInstanceId`;
/** Many times the size of the run itself. */
const PARTS = `jobsInstance { jobId jobAlias jobNodeId ${PROGRESS} }
  conditionsInstance { conditionNodeId isSuccess history { currentStatus { ${STATUS} } } startTime endTime }
  nodeStatuses { nodeId status }`;

const RUN = writtenFields(`${PROGRESS} ${DETAILS} ${PARTS}`);
const RUN_WITHOUT_JOBS = writtenFields(`${PROGRESS} ${DETAILS}`);
const SHORT_RUN = writtenFields(`${PROGRESS} ${TRIGGER} history { currentStatus { recordAt } }`);
/** Without texts such as `details`, which may be long: hundreds of runs of 100 jobs share a response. */
const PAST_RUN = writtenFields(
  'id number status history { currentStatus { status recordAt } } statusDetails { status } startTime endTime',
);
export const PARENT_NAMES = writtenFields('name projectId project { id name }');

export const selectRun: Select = (schema, type) => runSelection(schema, type, RUN);

export const selectRunWithoutJobs: Select = (schema, type) =>
  runSelection(schema, type, RUN_WITHOUT_JOBS);

export const selectShortRun: Select = (schema, type) => runSelection(schema, type, SHORT_RUN);

export const selectPastRun: Select = (schema, type) => runSelection(schema, type, PAST_RUN);

export const selectParentNames: Select = (schema, type) =>
  selectPresent(schema, type, PARENT_NAMES);

function runSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] | undefined {
  const selection = selectSupported(schema, type, wanted);
  const hasStatus = selection?.some((node) => isStatus(node));
  const named = getNamedType(type);
  const fields = isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
  // `status` is deprecated here, but its successor is not `history`.
  return selection && !hasStatus && Object.hasOwn(fields, 'status')
    ? [...selection, field('status')]
    : selection;
}

function isStatus(node: SelectionNode): boolean {
  return node.kind === Kind.FIELD && ['status', 'history'].includes(node.name.value);
}
