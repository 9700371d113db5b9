import {
  getNamedType,
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
import { buildField } from '../../graphql/document/document';
import { getFieldsOfType } from '../../graphql/schema/rootFields';

/**
 * Selects fields of a type in the live schema.
 * @throws UnsupportedError if the type lacks all of the fields, or a required one
 */
export type Select = (
  schema: GraphQLSchema,
  type: GraphQLOutputType,
) => readonly SelectionNode[] | undefined;

const STATUS = 'status details reason';
/** Newer platforms return the status in the history, and deprecate `status`, which is then left out. */
const PROGRESS = `id number status history { currentStatus { ${STATUS} } } statusDetails { ${STATUS} } startTime endTime`;
const TRIGGER = 'runTrigger { triggerType author }';
const DETAILS = `${TRIGGER} jobId jobAlias pipelineId pipelineName version { number } stopTrigger { author } pipelineInstanceId`;
/** These fields are many times as large as the run itself. */
const PARTS = `jobsInstance { jobId jobAlias jobNodeId ${PROGRESS} }
  conditionsInstance { conditionNodeId isSuccess history { currentStatus { ${STATUS} } } startTime endTime }
  nodeStatuses { nodeId status }`;

const RUN = writtenFields(`${PROGRESS} ${DETAILS} ${PARTS}`);
const RUN_WITHOUT_JOBS = writtenFields(`${PROGRESS} ${DETAILS}`);
const SHORT_RUN = writtenFields(`${PROGRESS} ${TRIGGER} history { currentStatus { recordAt } }`);
/** Leaves out long texts such as `details`, because a response may contain hundreds of runs of 100 jobs. */
const PAST_RUN = writtenFields(
  'id number status history { currentStatus { status recordAt } } statusDetails { status } startTime endTime',
);
export const PARENT_NAMES = writtenFields('name projectId project { id name }');

export const selectRun: Select = (schema, type) => selectRunFields(schema, type, RUN);

export const selectRunWithoutJobs: Select = (schema, type) =>
  selectRunFields(schema, type, RUN_WITHOUT_JOBS);

export const selectShortRun: Select = (schema, type) => selectRunFields(schema, type, SHORT_RUN);

export const selectPastRun: Select = (schema, type) => selectRunFields(schema, type, PAST_RUN);

export const selectParentNames: Select = (schema, type) =>
  selectPresent(schema, type, PARENT_NAMES);

function selectRunFields(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] | undefined {
  const selection = selectSupported(schema, type, wanted);
  const hasStatus = selection?.some(
    (node) => node.kind === Kind.FIELD && ['status', 'history'].includes(node.name.value),
  );
  // On this platform, `status` is deprecated but not replaced by `history`, so it is still needed.
  const needsStatus = !hasStatus && Object.hasOwn(getFieldsOfType(getNamedType(type)), 'status');
  return selection && needsStatus ? [...selection, buildField('status')] : selection;
}
