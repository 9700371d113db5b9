import {
  ALERTING,
  ALIAS,
  DESCRIPTION,
  FLAG,
  ID,
  READ_ONLY,
  NAME,
  PAGE_URL,
  PROJECT,
  SCHEDULE,
  SOURCE_URL,
  TEXTS,
  COMMON_VERSION_FIELDS,
} from '../commonFields';
import type { EntityFields, EntityTable, FileShape } from '../entityFields';

export const LISTED_PIPELINE = {
  name: NAME,
  id: ID,
  alias: ALIAS,
  description: DESCRIPTION,
  creationDate: { output: 'string', ...READ_ONLY },
  creator: { output: 'string', ...READ_ONLY },
  ...SCHEDULE,
} as const satisfies EntityFields;

const JOB = { id: 'string', name: 'string', alias: 'string' } as const;
const POSITION = { x: 'number', y: 'number' } as const;

const NEEDS_JOB = 'A pipeline needs at least one job in "version.graph.jobs".';
const NEEDS_NODE_NAME = 'Add a name to each node.';
const POSITION_IN_FILE: FileShape = {
  fields: POSITION,
  adviceIfMissing: { x: 'Add a number.', y: 'Add a number.' },
};

const GRAPH_IN_FILE: FileShape = {
  fields: {
    jobs: {
      listOf: {
        fields: { node: 'text', job: 'text', position: POSITION_IN_FILE, next: TEXTS },
        adviceIfMissing: { node: NEEDS_NODE_NAME, job: 'Add the alias of a job.' },
      },
    },
    conditions: {
      listOf: {
        fields: {
          node: 'text',
          /** A text is one of the platform's statuses, such as `AllSuccess`. */
          condition: {
            fields: { expression: 'text' },
            allowsText: true,
            adviceIfMissing: { expression: 'Add one.' },
          },
          position: POSITION_IN_FILE,
          success: TEXTS,
          failure: TEXTS,
        },
        adviceIfMissing: { node: NEEDS_NODE_NAME },
      },
    },
  },
  adviceIfMissing: { jobs: NEEDS_JOB },
};

export const PIPELINE = {
  settings: {
    ...LISTED_PIPELINE,
    alerting: ALERTING,
    hasExecutionVariablesEnabled: { output: 'boolean', set: true, file: FLAG },
    project: PROJECT,
    url: PAGE_URL,
  },
  version: {
    ...COMMON_VERSION_FIELDS,
    /** Platforms without graphs return jobs that run one after the other. Nodes and files set them through `graph`. */
    jobs: { select: '{ id name alias }', output: [JOB], set: false, file: false },
    graph: {
      select: `{
        jobNodes { id job { id name alias } position nextNodes }
        conditionNodes { id position condition { value expression } nextNodesSuccess nextNodesFailure }
      }`,
      output: {
        jobNodes: [{ id: 'string', job: JOB, position: POSITION, nextNodes: ['string'] }],
        conditionNodes: [
          {
            id: 'string',
            position: POSITION,
            condition: { value: 'string', expression: 'string' },
            nextNodesSuccess: ['string'],
            nextNodesFailure: ['string'],
          },
        ],
      },
      set: { graph: ['graph', 'jobsId'] },
      file: {
        shape: GRAPH_IN_FILE,
        adviceIfMissing: NEEDS_JOB,
        select: `{
          jobNodes { id job { id } position { x y } nextNodes }
          conditionNodes {
            id position { x y } nextNodesSuccess nextNodesFailure condition { toString value expression }
          }
        }`,
      },
    },
    sourceUrl: SOURCE_URL,
  },
} as const satisfies EntityTable;
