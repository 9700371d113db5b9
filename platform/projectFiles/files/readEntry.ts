import { graphProblem } from '../../resources/pipeline/graph';
import { fieldsOf, isObject, textOf, valueAt } from '../../common/text/values';
import type { EntityKind, FileEntry, GrantKind } from '../tree';
import { GRANTS, withExplicitSchedule } from '../kinds';
import { canonicalGraph, toPipelineGraph, withAllLists, type Graph } from '../kinds/graph';
import { GRAPH } from '../kinds/pipeline';
import { readVariables } from '../kinds/variable';
import type { Problems } from './problems';
import type { SettingsFile } from './projectFolder';
import { hasShape, SHAPES_BY_KIND, VARIABLES } from './shapes';
import { compareTexts, isMissing, withoutEmpty } from './stableJson';

/** Reads the file of a volume, job, app or pipeline. @returns undefined if it cannot be used, which is added to the problems */
export function readEntity(
  file: SettingsFile,
  kind: EntityKind,
  problems: Problems,
): FileEntry | undefined {
  const { path } = file;
  if (!hasShape(file, SHAPES_BY_KIND[kind], problems)) return undefined;
  const { variables, ...settings } = fieldsOf(file.value);
  const { isScheduled, cronScheduling } = settings;
  if (isScheduled === true && isMissing(cronScheduling)) {
    const what = 'has a schedule without a cron expression';
    const advice = 'Add "cronScheduling", or set "isScheduled" to false.';
    return problems.addAt(file, ['isScheduled'], what, advice);
  }
  const graph = readGraph(valueAt(settings, GRAPH));
  if (typeof graph === 'string') {
    const what = `has an invalid graph: ${graph}`;
    return problems.addAt(file, GRAPH.split('.'), what, `Fix "${GRAPH}".`);
  }
  // Platforms trim names: with blanks, the entity would not be found again.
  const name = String(settings.name).trim();
  const fileName = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
  return {
    kind,
    key: kind === 'volume' ? name : (textOf(settings.alias) ?? fileName),
    name,
    doc: {
      ...withExplicitSchedule(kind, settings),
      ...(graph && { version: { ...(settings.version as object), graph } }),
    },
    variables: readVariables(file, variables ?? [], ['variables'], problems),
    file: path,
  };
}

export function readVariablesFile(file: SettingsFile, problems: Problems): FileEntry[] {
  if (!hasShape(file, VARIABLES, problems)) return [];
  const variables = readVariables(file, file.value ?? [], [], problems);
  return variables.map((variable) => ({ ...variable, file: file.path }));
}

/** Reads rights.json or technologies.json. */
export function readGrants(kind: GrantKind, file: SettingsFile, problems: Problems): FileEntry[] {
  const { shape, fromFile } = GRANTS[kind];
  if (!hasShape(file, shape, problems)) return [];
  return fromFile(file, problems)
    .map((grant) => ({ ...grant, file: file.path }))
    .sort((one, other) => compareTexts(one.name, other.name));
}

/** @returns what is wrong with the graph, or undefined if there is none */
function readGraph(json: unknown): Graph | string | undefined {
  if (!isObject(json)) return undefined;
  const graph = withAllLists(withoutEmpty(json));
  return graphProblem(toPipelineGraph(graph, String, String)) ?? canonicalGraph(graph);
}
