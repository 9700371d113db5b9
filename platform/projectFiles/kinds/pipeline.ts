import { randomUUID } from 'node:crypto';
import { writtenFields } from '../../graphql/selection/supported';
import { objectsIn } from '../../resources/entities';
import { selectionForFiles } from '../../resources/entityFields';
import { PIPELINE } from '../../resources/pipeline/fields';
import type { PipelineGraph } from '../../resources/pipeline/graph';
import { Pipelines } from '../../resources/pipeline/pipeline';
import { ownValue } from '../../common/text/names';
import { fieldsOf, isObject, textOf, valueAt } from '../../common/text/values';
import type { Destination, WantedStep } from '../plan/step';
import { type EntityDefinition, fieldsInFile, type KeyFinder } from './definition';
import { alertingInFile, currentVersion, texts, versionInFile } from './shared';
import {
  canonicalGraph,
  type Condition,
  type Graph,
  type Position,
  rowOf,
  toPipelineGraph,
} from './graph';

/** The path of the field that has the graph of a pipeline. */
export const GRAPH = 'version.graph';

const FIELDS = fieldsInFile(PIPELINE);
/** On platforms without graphs, pipelines are rows of jobs. */
const VERSION = `number jobs { id } ${selectionForFiles(PIPELINE.version)}`;

type Fields = Record<string, unknown>;

export const pipeline: EntityDefinition = {
  fields: FIELDS,
  hasTechnology: false,
  variableScope: 'PIPELINE',
  hasAlias: true,
  selection: writtenFields(`
    id ${selectionForFiles(PIPELINE.settings)}
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
    return [...new Set(graphIn(doc).jobs.map(({ job }) => job))].map((key) => ({
      kind: 'job',
      key,
    }));
  },
  versionToSet: (step, destination) => ({
    ...notesToSet(step, destination),
    graph: graphToSet(step, destination),
  }),
  resource: Pipelines,
  async prepareCreate(step, settings, destination) {
    const { endpoint, projectId, options } = destination;
    const graph = graphToSet(step, destination);
    const { name } = step.wanted;
    const values = { ...settings, name, ...notesToSet(step, destination) };
    return await new Pipelines(endpoint).prepareNew({ projectId, values, graph }, options);
  },
  async prepareVersion(step, id, destination) {
    const { endpoint, options } = destination;
    const graph = graphToSet(step, destination);
    const notes = notesToSet(step, destination);
    return await new Pipelines(endpoint).prepareNewVersion(id, graph, notes, options);
  },
};

/** Returns the graph of a document, with all of its lists. */
function graphIn(doc: unknown): Required<Graph> {
  const { jobs = [], conditions = [] } = fieldsOf(valueAt(doc, GRAPH)) as Partial<Graph>;
  return { jobs, conditions };
}

/** Whether the platform returns what a version runs: a graph, or a row of jobs. */
export function hasGraph({ graph, jobs }: Fields): boolean {
  return isObject(graph) || Array.isArray(jobs);
}

/** Returns the notes of a version: they do not change what it runs. */
function notesToSet(step: WantedStep, { releaseNote }: Destination) {
  const sourceUrl = textOf(versionInFile(step, FIELDS).sourceUrl);
  return { ...(releaseNote !== undefined && { releaseNote }), ...(sourceUrl && { sourceUrl }) };
}

/** Returns the graph with IDs for its nodes and jobs. */
function graphToSet({ wanted }: WantedStep, { ids }: Destination): PipelineGraph {
  const graph = graphIn(wanted.doc);
  const nodes = [...graph.jobs, ...graph.conditions];
  const nodeIds = new Map(nodes.map(({ node }) => [node, randomUUID()]));
  return toPipelineGraph(
    graph,
    (node) => nodeIds.get(node) ?? node,
    (job) => ids.job.get(job) ?? '',
  );
}

function graphInFile(version: Fields, keyOf: KeyFinder): Graph {
  const { graph, jobs } = version;
  if (!isObject(graph)) return rowOf(objectsIn(jobs).map((job) => keyOf('job', job)));
  return canonicalGraph({
    jobs: objectsIn<Fields>(graph.jobNodes).map((node) => ({
      ...nodeInFile(node),
      job: keyOf('job', node.job),
      next: texts(node.nextNodes),
    })),
    conditions: objectsIn<Fields>(graph.conditionNodes).map((node) => ({
      ...nodeInFile(node),
      condition: conditionInFile(fieldsOf(node.condition)),
      success: texts(node.nextNodesSuccess),
      failure: texts(node.nextNodesFailure),
    })),
  });
}

function nodeInFile({ id, position }: Fields): { node: string; position?: Position } {
  const { x, y } = fieldsOf(position);
  const isPlaced = typeof x === 'number' && typeof y === 'number';
  return { node: textOf(id) ?? '', ...(isPlaced && { position: { x, y } }) };
}

/** A condition of an unknown type is exported as the platform writes it, so that no deploy mistakes it for another one. */
function conditionInFile(condition: Fields): Condition | undefined {
  const { value, expression } = condition;
  const written = textOf(expression);
  if (written !== undefined) return { expression: written };
  return textOf(value) ?? textOf(ownValue(condition, 'toString'));
}
