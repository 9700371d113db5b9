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
import { fieldsInFile } from './fields';
import { alertingInFile, currentVersion, texts, versionInFile } from './shared';
import {
  canonicalGraph,
  GRAPH,
  type Condition,
  withAllLists,
  type Graph,
  type Position,
  rowToGraph,
  toPipelineGraph,
} from './graph';

const FIELDS = fieldsInFile(PIPELINE);
/** On platforms without graphs, a version has a list of `jobs`. */
const VERSION = `number jobs { id } ${buildFileSelection(PIPELINE.version)}`;

type Fields = Record<string, unknown>;

export const pipeline: EntityDefinition = {
  fields: FIELDS,
  hasTechnology: false,
  variableScope: 'PIPELINE',
  hasAlias: true,
  selection: writtenFields(`
    id ${buildFileSelection(PIPELINE.settings)}
    versions(onlyCurrent: true) { ${VERSION} } versions { isCurrent ${VERSION} }
  `),
  neededFor: ['pipelines'],
  fromPlatform(entity, _snapshot, keyOf) {
    const version = currentVersion(entity);
    return {
      alerting: alertingInFile('pipeline', entity),
      [GRAPH]: graphInFile(version, keyOf),
    };
  },
  references(doc) {
    return [...new Set(withAllLists(valueAt(doc, GRAPH)).jobs.map(({ job }) => job))].map(
      (key) => ({
        kind: 'job',
        key,
      }),
    );
  },
  versionToSet,
  resource: Pipelines,
  async prepareCreate({ wanted: { name } }, settings, version, { endpoint, projectId, options }) {
    const { graph, ...notes } = version as VersionToSet;
    const values = { ...settings, name, ...notes };
    return await new Pipelines(endpoint).prepareNew({ projectId, values, graph }, options);
  },
  async prepareVersion(_step, id, version, { endpoint, options }) {
    const { graph, ...notes } = version as VersionToSet;
    return await new Pipelines(endpoint).prepareNewVersion(id, graph, notes, options);
  },
};

type VersionToSet = { graph: PipelineGraph; releaseNote?: string; sourceUrl?: string };

function versionToSet(step: WantedStep, { ids, releaseNote }: Destination): VersionToSet {
  const graph = withAllLists(valueAt(step.wanted.doc, GRAPH));
  const nodes = [...graph.jobs, ...graph.conditions];
  const nodeIds = new Map(nodes.map(({ node }) => [node, randomUUID()]));
  const sourceUrl = toText(versionInFile(step, FIELDS).sourceUrl);
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

function graphInFile(version: Fields, keyOf: KeyFinder): Graph {
  const { graph, jobs } = version;
  if (!isObject(graph)) return rowToGraph(objectsIn(jobs).map((job) => keyOf('job', job)));
  return canonicalGraph({
    jobs: objectsIn<Fields>(graph.jobNodes).map((node) => ({
      ...nodeInFile(node),
      job: keyOf('job', node.job),
      next: texts(node.nextNodes),
    })),
    conditions: objectsIn<Fields>(graph.conditionNodes).map((node) => ({
      ...nodeInFile(node),
      condition: conditionInFile(toObject(node.condition)),
      success: texts(node.nextNodesSuccess),
      failure: texts(node.nextNodesFailure),
    })),
  });
}

function nodeInFile({ id, position }: Fields): { node: string; position?: Position } {
  const { x, y } = toObject(position);
  const isPlaced = typeof x === 'number' && typeof y === 'number';
  return { node: toText(id) ?? '', ...(isPlaced && { position: { x, y } }) };
}

/** A condition of an unknown type keeps the platform's words, so that no deploy mistakes it for another one. */
function conditionInFile(condition: Fields): Condition | undefined {
  const { value, expression } = condition;
  const written = toText(expression);
  if (written !== undefined) return { expression: written };
  return toText(value) ?? toText(ownValue(condition, 'toString'));
}
