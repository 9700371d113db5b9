import { JOB_IDS, PIPELINE_IDS } from '../../sandbox';
import {
  DELETED,
  DELETED_VERSIONS,
  MOVED,
  pipeline,
  UPSERTED,
} from '../../schemas/projects/entities';
import { pipelineRun } from '../../schemas/projects/run';
import {
  act,
  deleteVersions,
  get,
  KINDS,
  list,
  move,
  READS,
  remove,
} from '../chaos/operations/kinds';
import { addEntity, addPipeline, also, fromItem, someProject } from '../chaos/operations/operation';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
import {
  IN_RETAIL,
  pipelineOfTwoVersions,
  pipelineUnderWay,
  quickPipeline,
  startTries,
  TO_ENERGY,
} from './onSandbox';
import {
  graphOf,
  named,
  newPipeline,
  notAsWanted,
  ofTwoVersions,
  prepareNew,
  settings,
  theOneNamed,
  twoJobs,
  wanted,
} from './pipelineModels';
import { PIPELINE, startModels } from './runModels';

const NEW_PIPELINE = {
  ...IN_RETAIL,
  jobIds: `${JOB_IDS.salesExtraction}, ${JOB_IDS.customerScoring}`,
};

/** Jobs on either side of a condition. */
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
const starts = startModels(PIPELINE);

/** Operations on pipelines. */
export const pipelineOperations: Operations = {
  getAll: {
    returns: pipeline.listed,
    tried: [
      { parameters: { ...IN_RETAIL, returnAll: true } },
      {
        of: 'with last runs',
        parameters: { ...IN_RETAIL, returnAll: true, options: { lastRun: true } },
      },
    ],
    chaos: list(KINDS.pipeline, { projectId: fromItem('projectId') }),
  },
  get: {
    returns: pipeline.whole,
    tried: { parameters: { pipelineId: byId(PIPELINE_IDS.dailySales) } },
    chaos: get(KINDS.pipeline),
  },
  run: { returns: pipelineRun.started, tried: tried.run, chaos: starts.run },
  runAndWait: {
    returns: pipelineRun.startedAndWaited,
    tried: tried.runAndWait,
    chaos: starts.runAndWait,
  },
  create: {
    returns: pipeline.whole,
    example: {
      ...IN_RETAIL,
      name: 'Prices and sales',
      jobIds: `${JOB_IDS.priceWatch}, ${JOB_IDS.salesExtraction}`,
    },
    tried: [
      { of: 'of jobs one after the other', parameters: { ...NEW_PIPELINE, name: 'A row' } },
      {
        of: 'of a graph',
        parameters: { ...NEW_PIPELINE, name: 'A graph', jobsAs: 'graph', graph: GRAPH },
      },
    ],
    chaos: {
      ...newPipeline,
      prepare: prepareNew,
      change: { kind: 'createGraphPipeline', target: named, isRepeatable: false },
      falsehood: theOneNamed,
    },
  },
  upsert: {
    returns: { ...pipeline.whole, ...UPSERTED },
    tried: { parameters: { ...NEW_PIPELINE, name: 'Upserted' } },
    chaos: {
      ...newPipeline,
      prepare: (world, index, random) => {
        const item = prepareNew(world, index);
        const roll = random();
        if (roll < 0.4) return item;
        const isSame = roll > 0.8;
        const jobs = twoJobs(world);
        const { id } = addEntity(world.pipelines, world, {
          name: named(item),
          alias: `alias_${index}`,
          projectId: someProject(world).id,
          description: isSame ? `Text ${index}` : 'Old',
          versions: [{ number: 1, graph: graphOf(isSame ? jobs : [...jobs].reverse()) }],
        });
        return { json: { ...item.json, pipelineId: id } };
      },
      change: {
        kind: 'createGraphPipeline',
        target: named,
        isRepeatable: false,
        others: [
          also('editPipeline', 'pipelineId', true),
          also('addGraphPipelineVersion', 'pipelineId'),
        ],
        isPartial: true,
      },
      falsehood: (outcome) => {
        const isNew = outcome.item.json.pipelineId === undefined;
        const { action } = outcome.outputs[0]?.json ?? {};
        return (
          theOneNamed(outcome) ??
          ((action === 'created') === isNew ? undefined : `action ${String(action)}`)
        );
      },
    },
  },
  update: {
    returns: pipeline.whole,
    tried: (sandbox) => ({
      pipelineId: quickPipeline(sandbox),
      jobsAs: 'row',
      jobIds: JOB_IDS.priceWatch,
      updateFields: { description: 'Changed' },
    }),
    chaos: act(KINDS.pipeline, 'addGraphPipelineVersion', {
      parameters: { ...wanted, updateFields: settings },
      prepare: (world, index, random) => {
        const entity = addPipeline(world, index, random);
        const jobs = twoJobs(world);
        entity.versions = [{ number: 1, graph: graphOf([...jobs].reverse()) }];
        return { json: { pipelineId: entity.id, index, jobIds: jobs.join() } };
      },
      change: {
        kind: 'addGraphPipelineVersion',
        target: ({ json }) => String(json.pipelineId),
        isRepeatable: false,
        others: [also('editPipeline', 'pipelineId', true)],
        isPartial: true,
      },
      falsehood: (outcome) =>
        notAsWanted(outcome.world.pipelines.get(String(outcome.item.json.pipelineId)), outcome),
    }),
  },
  duplicate: {
    returns: pipeline.whole,
    tried: (sandbox) => ({ pipelineId: quickPipeline(sandbox), duplicateJobs: true }),
    chaos: act(KINDS.pipeline, 'duplicatePipeline', {
      only: 'recent',
      parameters: { duplicateJobs: false, updateFields: settings },
      falsehood: ({ world, item, outputs }) => {
        const { id } = outputs[0]?.json ?? {};
        const copies = world.effectsOn('duplicatePipeline', String(item.json.pipelineId));
        if (!copies.some((copy) => copy.id === id)) return 'no such copy was made';
        return world.pipelines.get(String(id))?.description === `Text ${String(item.json.index)}`
          ? undefined
          : 'the copy was not changed';
      },
    }),
  },
  rollback: {
    returns: pipeline.whole,
    tried: (sandbox) => ({ pipelineId: quickPipeline(sandbox), versionNumber: 1 }),
    chaos: act(KINDS.pipeline, 'rollbackPipelineVersion', {
      isRepeatable: true,
      parameters: { versionNumber: 1 },
      prepare: ofTwoVersions,
      falsehood: ({ world, item }) =>
        world.pipelines.get(String(item.json.pipelineId))?.current === 1
          ? undefined
          : 'it is another version',
    }),
  },
  deleteVersions: {
    returns: { ...pipeline.whole, ...DELETED_VERSIONS },
    tried: (sandbox) => ({ pipelineId: pipelineOfTwoVersions(sandbox), versionNumbers: '1' }),
    chaos: {
      ...deleteVersions(KINDS.pipeline, 'deletePipelineVersion', ofTwoVersions),
      only: 'recent',
    },
  },
  move: {
    returns: MOVED,
    tried: (sandbox) => ({ pipelineId: quickPipeline(sandbox), ...TO_ENERGY }),
    chaos: move(KINDS.pipeline, 'movePipeline'),
  },
  checkCondition: {
    returns: { projectId: 'string', expression: 'string', result: 'boolean' },
    tried: {
      parameters: { ...IN_RETAIL, expression: 'double(rmse) < 500.0', variables: { rmse: 420.5 } },
    },
    chaos: {
      only: 'recent',
      parameters: {
        projectId: fromItem('projectId'),
        expression: 'int(index) % 2 == 0',
        variables: '={{ { index: $json.index } }}',
      },
      routes: READS,
      prepare: (world, index) => ({ json: { projectId: someProject(world).id, index } }),
      falsehood: ({ item, outputs }) => {
        const { result } = outputs[0]?.json ?? {};
        return result === (Number(item.json.index) % 2 === 0)
          ? undefined
          : `it is ${String(result)}`;
      },
      outputsAnItem: 1,
    },
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ pipelineId: quickPipeline(sandbox) }),
    chaos: remove(KINDS.pipeline, 'deletePipeline'),
  },
};
