import { excerpt } from '../../common/text/text';
import { toObject, groupBy, isObject, toText, valueAt } from '../../common/text/values';
import { createEventLoopYielder } from '../../common/time/concurrency';
import { findGraphProblem } from '../../resources/pipeline/graph';
import { checkAcrossFiles, checkStrayFiles } from './acrossFiles';
import { readProtect } from './globs';
import { assignUniqueNames } from './names';
import { Problems } from './problems';
import {
  findProjectFolder,
  type InputFile,
  type ProjectFolder,
  type SettingsFile,
} from './projectFolder';
import { type ProjectTree, type TreeWithSettings, listVariables } from './projectTree';
import { findPlaceholderProblem, readJson } from './readJson';
import { FILE_FORMAT, checkShape, PROJECT_SHAPE, ENTITY_SHAPES, VARIABLES_SHAPE } from './shapes';
import { compareTexts, isMissingOrEmpty, removeEmpty } from './stableJson';
import { findTargetFile, patchFiles, readTargetFile } from './targetFile';
import { GRANTS, pauseImplicitSchedule } from '../kinds';
import {
  GRAPH,
  toCanonicalGraph,
  type Graph,
  toPipelineGraph,
  fillMissingLists,
} from '../kinds/graph';
import { parseVariables } from '../kinds/variable';
import {
  ALL_PARTS,
  createListsByKind,
  ENTITY_KINDS,
  type EntityKind,
  type FileEntry,
  GRANT_KINDS,
  toGrantFileName,
  type GrantKind,
  type Part,
  PART_OF,
  DEFAULT_PARTS,
} from '../tree';

type Files = ProjectFolder['files'];

interface ReadOptions {
  /** The target file to apply: the name of a file in `targets/`, or a file from elsewhere. */
  targetFile?: string | InputFile;
}

/**
 * Reads the files of a project. Other files, such as a README, are ignored.
 * @throws InvalidInputError that describes the first invalid file
 */
export async function readProjectFiles(
  passed: readonly InputFile[],
  { targetFile }: ReadOptions = {},
): Promise<ProjectTree> {
  const { files } = findProjectFolder(passed);
  const problems = new Problems();
  let tree = await readWithoutTargetFile(files, problems);
  problems.throwFirst();
  if (targetFile !== undefined) {
    const file =
      typeof targetFile === 'string'
        ? files.get(findTargetFile(files.keys(), targetFile))
        : targetFile;
    if (file) tree = await readWithTargetFile(files, tree, file, problems);
    problems.throwFirst();
  }
  return tree;
}

/** Reads all files but target files. Adds invalid files to the problems instead of the tree. */
export async function readWithoutTargetFile(
  files: Files,
  problems: Problems,
): Promise<TreeWithSettings> {
  const project = files.get('project.json');
  const json = project && (await readJson(project, problems));
  const settings = new Map(json && [[json.path, json]]);
  const include = readInclude(json);
  const paths = [
    ...(include.includes('variables') ? ['variables.json'] : []),
    ...GRANT_KINDS.filter((kind) => include.includes(PART_OF[kind])).map(toGrantFileName),
    ...ENTITY_KINDS.filter((kind) => include.includes(PART_OF[kind])).flatMap((kind) =>
      listSettingsPaths(files.keys(), kind),
    ),
  ];
  const yieldToEventLoop = createEventLoopYielder();
  for (const path of paths) {
    await yieldToEventLoop();
    const file = files.get(path);
    const content = file && (await readJson(file, problems));
    if (content) settings.set(path, content);
  }
  const tree = await buildTree(settings, files, problems);
  const isProjectValid = json && !problems.found.some(({ path }) => path === json.path);
  const hasNothingToDeploy =
    isProjectValid === true && tree.entries.project[0]?.doc.description === undefined;
  checkStrayFiles([...files.keys()], hasNothingToDeploy, problems);
  return tree;
}

/** Merges the target file into the settings files, and reads them again. New problems are reported for the target file. */
export async function readWithTargetFile(
  files: Files,
  tree: TreeWithSettings,
  targetFile: InputFile,
  problems: Problems,
): Promise<TreeWithSettings> {
  const json = await readJson(targetFile, problems);
  const target = json && readTargetFile(json, problems);
  if (!target || !problems.isComplete) return tree;
  const before = new Set(problems.found.map(({ path, mistake }) => `${path} ${mistake}`));
  const after = new Problems();
  const patched = await buildTree(patchFiles(tree, target, problems), files, after);
  for (const { path, mistake, advice } of after.found) {
    if (before.has(`${path} ${mistake}`)) continue;
    const caused = `makes another file invalid: ${excerpt(path)} ${mistake}`;
    problems.add({ path: target.file.path, mistake: caused, advice });
  }
  return {
    ...patched,
    protect: [...tree.protect, ...target.protect],
    passwords: new Set([...tree.passwords, ...patched.passwords]),
  };
}

async function buildTree(
  settings: TreeWithSettings['settings'],
  files: Files,
  problems: Problems,
): Promise<TreeWithSettings> {
  const { description, ...project } = readProjectSettings(settings.get('project.json'), problems);
  const entries = createListsByKind<FileEntry>();
  const doc = description === undefined ? {} : { description };
  entries.project.push({
    kind: 'project',
    key: '',
    name: '',
    doc,
    variables: [],
    file: 'project.json',
  });
  const yieldToEventLoop = createEventLoopYielder();
  for (const kind of ENTITY_KINDS) {
    for (const path of listSettingsPaths(settings.keys(), kind)) {
      await yieldToEventLoop();
      const file = settings.get(path);
      const entry = file && readEntity(file, kind, problems);
      if (entry) entries[kind].push(entry);
    }
    const keys = assignUniqueNames(
      entries[kind],
      ({ key }) => key,
      ({ file }) => file,
    );
    for (const [entry, key] of keys) entry.key = key;
  }
  const variables = settings.get('variables.json');
  if (variables) entries.variable = readVariablesFile(variables, problems);
  for (const kind of GRANT_KINDS.filter((grant) => project.include.includes(PART_OF[grant]))) {
    const path = toGrantFileName(kind);
    const file = settings.get(path);
    if (file) entries[kind] = readGrants(kind, file, problems);
    else if (!files.has(path)) {
      const advice = `Add it, or remove "${PART_OF[kind]}" from "include" of project.json.`;
      problems.add({ path, mistake: 'is missing', advice });
    }
  }
  checkAcrossFiles(entries, problems);
  await addPackages(files, entries.job, problems);
  const passwords = [...listVariables({ entries })].flatMap(({ variable: { name, doc } }) =>
    doc.isPassword === true ? name : [],
  );
  return { ...project, entries, settings, passwords: new Set(passwords) };
}

function readInclude(file: SettingsFile | undefined): readonly Part[] {
  const { include } = isObject(file?.value) ? file.value : {};
  return Array.isArray(include)
    ? ALL_PARTS.filter((part) => include.includes(part))
    : DEFAULT_PARTS;
}

type ProjectSettings = Pick<ProjectTree, 'include' | 'hasPackages' | 'protect'> & {
  description?: string;
};

function readProjectSettings(file: SettingsFile | undefined, problems: Problems): ProjectSettings {
  const include = readInclude(file);
  const defaults = { include, hasPackages: true, protect: [] };
  if (!file) return defaults;
  const { value } = file;
  const { format, packages, description } = toObject(value);
  if (isObject(value) && format !== FILE_FORMAT) {
    const text = typeof format === 'object' ? 'an object' : JSON.stringify(format);
    const mistake =
      format === undefined
        ? 'has no "format"'
        : `has an unknown "format": ${excerpt(text, [], 50)}`;
    const advice = `This version of the node reads format ${FILE_FORMAT}.`;
    problems.addAt(file, ['format'], mistake, advice);
    return defaults;
  }
  if (!checkShape(file, PROJECT_SHAPE, problems)) return defaults;
  return {
    include,
    hasPackages: packages !== false,
    protect: readProtect(file, problems),
    ...(typeof description === 'string' && { description }),
  };
}

function listSettingsPaths(paths: Iterable<string>, kind: EntityKind): string[] {
  const settings = new RegExp(`^${PART_OF[kind]}/[^/]*\\.json$`);
  return [...paths].filter((path) => settings.test(path)).sort(compareTexts);
}

/** The package of `jobs/load.json` is the only file in the folder `jobs/load`. */
async function addPackages(
  files: Files,
  jobs: readonly FileEntry[],
  problems: Problems,
): Promise<void> {
  const getJobFolder = ({ path }: InputFile) => path.split('/', 2).join('/');
  const inFolders = [...files.values()].filter((file) => file.path !== getJobFolder(file));
  const byFolder = groupBy(inFolders, getJobFolder);
  for (const job of jobs) {
    const folder = job.file.slice(0, -'.json'.length);
    const found = byFolder.get(folder) ?? [];
    const [file] = found;
    if (!file) continue;
    const placeholder = await findPlaceholderProblem(file);
    if (found.length > 1) {
      const mistake = `has ${found.length} packages`;
      const advice = `Keep only one file in the folder ${excerpt(`${folder}/`)}.`;
      problems.add({ path: job.file, mistake, advice });
    } else if (placeholder) problems.add(placeholder);
    job.package = file.content;
  }
}

/** @returns undefined if the file is invalid; the reason is added to the problems */
function readEntity(
  file: SettingsFile,
  kind: EntityKind,
  problems: Problems,
): FileEntry | undefined {
  const { path } = file;
  if (!checkShape(file, ENTITY_SHAPES[kind], problems)) return undefined;
  const { variables, ...settings } = toObject(file.value);
  const { isScheduled, cronScheduling } = settings;
  if (isScheduled === true && isMissingOrEmpty(cronScheduling)) {
    const mistake = 'has a schedule without a cron expression';
    const advice = 'Add "cronScheduling", or set "isScheduled" to false.';
    return problems.addAt(file, ['isScheduled'], mistake, advice);
  }
  const graph = readGraph(valueAt(settings, GRAPH));
  if (typeof graph === 'string') {
    const mistake = `has an invalid graph: ${graph}`;
    return problems.addAt(file, GRAPH.split('.'), mistake, `Fix "${GRAPH}".`);
  }
  // Platforms trim names. With surrounding blanks, the entity would not be found again.
  const name = String(settings.name).trim();
  const fileName = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
  return {
    kind,
    key: kind === 'volume' ? name : (toText(settings.alias) ?? fileName),
    name,
    doc: {
      ...pauseImplicitSchedule(kind, settings),
      ...(graph && { version: { ...(settings.version as object), graph } }),
    },
    variables: parseVariables(file, variables ?? [], ['variables'], problems),
    file: path,
  };
}

function readVariablesFile(file: SettingsFile, problems: Problems): FileEntry[] {
  if (!checkShape(file, VARIABLES_SHAPE, problems)) return [];
  const variables = parseVariables(file, file.value ?? [], [], problems);
  return variables.map((variable) => ({ ...variable, file: file.path }));
}

export function readGrants(kind: GrantKind, file: SettingsFile, problems: Problems): FileEntry[] {
  const { shape, fromFile } = GRANTS[kind];
  if (!checkShape(file, shape, problems)) return [];
  return fromFile(file, problems)
    .map((grant) => ({ ...grant, file: file.path }))
    .sort((one, other) => compareTexts(one.name, other.name));
}

/** @returns the reason as a text if the graph is invalid */
function readGraph(json: unknown): Graph | string | undefined {
  if (!isObject(json)) return undefined;
  const graph = fillMissingLists(removeEmpty(json));
  return findGraphProblem(toPipelineGraph(graph, String, String)) ?? toCanonicalGraph(graph);
}
