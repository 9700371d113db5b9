import { randomUUID } from 'node:crypto';
import { writtenFields } from '../../graphql/selection/supported';
import { objectsIn } from '../../resources/entities';
import { buildFileSelection } from '../../resources/entityFields';
import { PIPELINE } from '../../resources/pipeline/fields';
import type { PipelineGraph } from '../../resources/pipeline/graph';
import { Pipelines } from '../../resources/pipeline/pipeline';
import { ownValue } from '../../common/text/names';
import { toObject, isObject, toText, valueAt } from '../../common/text/values';
import type { Destination, WantedStep } from '../plan/step';
import type { EntityDefinition, KeyFinder } from './definition';
import { listFileFields } from './fields';
import { toFileAlerting, getCurrentVersion, toSortedTexts, completeVersion } from './shared';
import {
  toCanonicalGraph,
  GRAPH,
  type Condition,
  fillMissingLists,
  type Graph,
  type Position,
  buildSequentialGraph,
  toPipelineGraph,
} from './graph';

const FIELDS = listFileFields(PIPELINE);
/** On platforms without graphs, a version has a list of `jobs`. */
const VERSION_FIELDS = `number jobs { id } ${buildFileSelection(PIPELINE.version)}`;

type Fields = Record<string, unknown>;

export const pipeline: EntityDefinition = {
  fields: FIELDS,
  hasTechnology: false,
  variableScope: 'PIPELINE',
  hasAlias: true,
  selection: writtenFields(`
    id ${buildFileSelection(PIPELINE.settings)}
    versions(onlyCurrent: true) { ${VERSION_FIELDS} } versions { isCurrent ${VERSION_FIELDS} }
  `),
  neededFor: ['pipelines'],
  fromPlatform(entity, _snapshot, findKey) {
    const version = getCurrentVersion(entity);
    return {
      alerting: toFileAlerting('pipeline', entity),
      [GRAPH]: toFileGraph(version, findKey),
    };
  },
  listReferences(doc) {
    const keys = new Set(fillMissingLists(valueAt(doc, GRAPH)).jobs.map(({ job }) => job));
    return [...keys].map((key) => ({ kind: 'job', key }));
  },
  toVersionSettings,
  resource: Pipelines,
  async prepareCreate({ wanted: { name } }, settings, version, { endpoint, projectId, options }) {
    const { graph, ...versionInfo } = version as VersionSettings;
    const values = { ...settings, name, ...versionInfo };
    return await new Pipelines(endpoint).prepareNew({ projectId, values, graph }, options);
  },
  async prepareVersion(_step, id, version, { endpoint, options }) {
    const { graph, ...versionInfo } = version as VersionSettings;
    return await new Pipelines(endpoint).prepareNewVersion(id, graph, versionInfo, options);
  },
};

type VersionSettings = { graph: PipelineGraph; releaseNote?: string; sourceUrl?: string };

function toVersionSettings(step: WantedStep, { ids, releaseNote }: Destination): VersionSettings {
  const graph = fillMissingLists(valueAt(step.wanted.doc, GRAPH));
  const nodes = [...graph.jobs, ...graph.conditions];
  const nodeIds = new Map(nodes.map(({ node }) => [node, randomUUID()]));
  const sourceUrl = toText(completeVersion(step, FIELDS).sourceUrl);
  return {
    ...(releaseNote !== undefined && { releaseNote }),
    ...(sourceUrl && { sourceUrl }),
    graph: toPipelineGraph(
      graph,
      (node) => nodeIds.get(node) ?? node,
      (job) => ids.job.get(job) ?? '',
    ),
  };
}

function toFileGraph(version: Fields, findKey: KeyFinder): Graph {
  const { graph, jobs } = version;
  if (!isObject(graph))
    return buildSequentialGraph(objectsIn(jobs).map((job) => findKey('job', job)));
  return toCanonicalGraph({
    jobs: objectsIn<Fields>(graph.jobNodes).map((node) => ({
      ...toFileNode(node),
      job: findKey('job', node.job),
      next: toSortedTexts(node.nextNodes),
    })),
    conditions: objectsIn<Fields>(graph.conditionNodes).map((node) => ({
      ...toFileNode(node),
      condition: toFileCondition(toObject(node.condition)),
      success: toSortedTexts(node.nextNodesSuccess),
      failure: toSortedTexts(node.nextNodesFailure),
    })),
  });
}

function toFileNode({ id, position }: Fields): { node: string; position?: Position } {
  const { x, y } = toObject(position);
  const hasPosition = typeof x === 'number' && typeof y === 'number';
  return { node: toText(id) ?? '', ...(hasPosition && { position: { x, y } }) };
}

/** A condition of an unknown type keeps the platform's text, so that a deploy does not confuse it with another condition. */
function toFileCondition(condition: Fields): Condition | undefined {
  const { value, expression } = condition;
  const text = toText(expression);
  if (text !== undefined) return { expression: text };
  return toText(value) ?? toText(ownValue(condition, 'toString'));
}
