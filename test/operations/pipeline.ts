import { JOB_IDS, PIPELINE_IDS } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';
import {
  about,
  CHANGED,
  endlessPipeline,
  IN_RETAIL,
  inRetail,
  pipelineOfTwoVersions,
  pipelineUnderWay,
  quickPipeline,
  startTries,
  TO_ENERGY,
  waitTries,
} from './onSandbox';

const NEW_PIPELINE = {
  ...IN_RETAIL,
  jobIds: `${JOB_IDS.salesExtraction}, ${JOB_IDS.customerScoring}`,
};

const GRAPH = {
  jobNodes: [
    { id: '1', job: JOB_IDS.salesExtraction, position: { x: 0, y: 0 }, nextNodes: ['2'] },
    { id: '3', job: JOB_IDS.customerScoring },
    { id: '4', job: JOB_IDS.priceWatch },
  ],
  conditionNodes: [
    {
      id: '2',
      position: { x: 1, y: 0 },
      condition: { expression: 'a == b' },
      nextNodesSuccess: ['3'],
      nextNodesFailure: ['5'],
    },
    { id: '5', condition: 'AllSuccess', nextNodesSuccess: ['4'] },
  ],
};

const tried = startTries('pipelineId', quickPipeline, pipelineUnderWay);
const ofPipeline = about('pipelineId', quickPipeline);

const pipelineOperations: Operations = {
  getAll: {
    tried: [inRetail(), { of: 'with last runs', ...inRetail({ lastRun: true }) }],
  },
  get: { tried: { pipelineId: byId(PIPELINE_IDS.dailySales) } },
  run: { tried: tried.run, changes: { runPipeline: 'once' } },
  runAndWait: {
    tried: tried.runAndWait,
    changes: { runPipeline: 'once' },
    chaos: [...tried.runAndWait, ...waitTries('pipelineId', quickPipeline, endlessPipeline)],
  },
  create: {
    example: {
      ...IN_RETAIL,
      name: 'Prices and sales',
      jobIds: `${JOB_IDS.priceWatch}, ${JOB_IDS.salesExtraction}`,
    },
    tried: [
      { of: 'of jobs one after the other', parameters: { ...NEW_PIPELINE, name: 'A row' } },
      {
        of: 'of a graph with a condition expression',
        parameters: { ...NEW_PIPELINE, name: 'A graph', jobsAs: 'graph', graph: GRAPH },
      },
    ],
    changes: { createGraphPipeline: 'once' },
  },
  upsert: {
    tried: { ...NEW_PIPELINE, name: 'Upserted' },
    changes: {
      createGraphPipeline: 'once',
      addGraphPipelineVersion: 'once',
      editPipeline: 'repeatable',
    },
  },
  update: {
    tried: ofPipeline({ jobsAs: 'row', jobIds: JOB_IDS.priceWatch, ...CHANGED }),
    changes: { addGraphPipelineVersion: 'once', editPipeline: 'repeatable' },
  },
  duplicate: {
    tried: ofPipeline({ duplicateJobs: true }),
    changes: { duplicatePipeline: 'once', editPipeline: 'repeatable' },
  },
  rollback: {
    tried: ofPipeline({ versionNumber: 1 }),
    changes: { rollbackPipelineVersion: 'repeatable' },
  },
  deleteVersions: {
    tried: about('pipelineId', pipelineOfTwoVersions)({ versionNumbers: '1' }),
    changes: { deletePipelineVersions: 'once' },
  },
  move: { tried: ofPipeline(TO_ENERGY), changes: { movePipeline: 'once' } },
  checkCondition: {
    tried: { ...IN_RETAIL, expression: 'double(rmse) < 500.0', variables: { rmse: 420.5 } },
  },
  delete: { tried: ofPipeline(), changes: { deletePipeline: 'repeatable' } },
};

export const operations: OperationsByResource = {
  'Projects pipeline': pipelineOperations,
};
