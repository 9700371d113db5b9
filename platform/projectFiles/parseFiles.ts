import { bytesOf } from '../content/bytes';
import type { FileContent } from '../content/fileContent';
import { InvalidInputError } from '../errors';
import { isObject } from '../projects/entities';
import { readStrictJson, StrictJsonError } from '../strictJson';
import { excerpt } from '../text';
import {
  KINDS,
  PART_OF,
  PARTS,
  type Part,
  type ProjectModel,
  type ProjectEntity,
  type EntityKind,
} from './model';
import { projectFolder, type GivenFile, type ProjectFolder } from './given/projectFolder';
import { requireFileItself } from './given/standIns';
import { uniqueNames } from './names';
import {
  readEntityFile,
  readVariablesFile,
  requireShape,
  wrongFile,
  type SettingsFile,
} from './readFile';
import { PROJECT } from './shapes';
import { compareTexts } from './stableJson';
import { FORMAT } from './writeFiles';

/** What the files of a project say. */
export interface ParsedFiles {
  model: ProjectModel;
  /** The packages of jobs, by the key of the job. */
  packages: Map<string, FileContent>;
}

const MOST_BYTES_OF_JSON = 10 * 1024 * 1024;

/**
 * Reads the files of a project; others, as a README, are none of them. Nothing is sent.
 * @throws InvalidInputError naming the file that cannot be used
 */
export async function parseFiles(given: readonly GivenFile[]): Promise<ParsedFiles> {
  const { top, files } = projectFolder(given);
  try {
    return await parseFolder(files);
  } catch (error) {
    throw belowTop(error, top);
  }
}

type Files = ProjectFolder['files'];

async function parseFolder(files: Files): Promise<ParsedFiles> {
  const projectFile = await readJson(files, 'project.json');
  const project = projectFile?.value;
  if (!projectFile || !isObject(project)) {
    throw wrongFile('project.json', 'holds no object', 'Export the project again.');
  }
  const include = readInclude(project);
  requireShape(projectFile, PROJECT);
  const model: ProjectModel = {
    include,
    packages: project.packages !== false,
    ...(typeof project.description === 'string' && { description: project.description }),
    variables: include.includes('variables')
      ? readVariablesFile(await readJson(files, 'variables.json'))
      : [],
    entities: { volume: [], job: [], app: [], pipeline: [] },
  };
  const packages = new Map<string, FileContent>();
  for (const kind of KINDS.filter((kind) => include.includes(PART_OF[kind]))) {
    const entities = await readEntities(files, kind);
    model.entities[kind] = [...entities.keys()];
    if (kind !== 'job') continue;
    for (const [entity, path] of entities) {
      const file = packageBeside(files, path);
      if (!file) continue;
      await requireFileItself(file);
      packages.set(entity.key, file.content);
    }
  }
  return { model, packages };
}

function readInclude(project: Record<string, unknown>): Part[] {
  const { format, include } = project;
  if (format !== FORMAT) {
    throw wrongFile(
      'project.json',
      `has the format ${excerpt(JSON.stringify(format) ?? 'nothing', [], 50)}`,
      `This version of the node reads format ${FORMAT}.`,
    );
  }
  if (include === undefined) return [...PARTS];
  const known = Array.isArray(include) ? PARTS.filter((part) => include.includes(part)) : [];
  if (Array.isArray(include) && known.length === include.length) return known;
  throw wrongFile(
    'project.json',
    'has an "include" that cannot be used',
    `It is a list of some of ${PARTS.join(', ')}.`,
  );
}

async function readEntities(files: Files, kind: EntityKind): Promise<Map<ProjectEntity, string>> {
  const folder = `${PART_OF[kind]}/`;
  const paths = [...files.keys()]
    .filter((path) => path.startsWith(folder) && path.endsWith('.json'))
    .filter((path) => !path.slice(folder.length).includes('/'))
    .sort(compareTexts);
  const entities = new Map<ProjectEntity, string>();
  for (const path of paths) {
    const settings = await readJson(files, path);
    if (!settings) continue;
    const { variables, ...file } = readEntityFile(settings, kind);
    const name = String(file.name);
    const alias = typeof file.alias === 'string' ? file.alias : fileNameOf(path);
    entities.set({ key: kind === 'volume' ? name : alias, name, file, variables }, path);
  }
  requireOneFileAnAlias(entities);
  const pathOf = (entity: ProjectEntity) => entities.get(entity) ?? '';
  for (const [entity, key] of uniqueNames([...entities.keys()], ({ key }) => key, pathOf)) {
    entity.key = key;
  }
  return entities;
}

function requireOneFileAnAlias(entities: ReadonlyMap<ProjectEntity, string>): void {
  const paths = new Map<string, string>();
  for (const [{ key, file }, path] of entities) {
    const other = file.alias === undefined ? undefined : paths.get(key);
    if (other !== undefined) {
      throw wrongFile(
        path,
        `has the alias of ${excerpt(other)}: "${excerpt(key)}"`,
        'Give each job and each pipeline an alias of its own.',
      );
    }
    paths.set(key, path);
  }
}

function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/** The only file in the folder that has the name of the job's file. */
function packageBeside(files: Files, path: string): GivenFile | undefined {
  const folder = `${path.slice(0, -'.json'.length)}/`;
  const found = [...files].filter(([other]) => other.startsWith(folder));
  if (found.length > 1) {
    throw wrongFile(
      path,
      `has ${found.length} packages`,
      `Leave one file in the folder ${excerpt(folder)}.`,
    );
  }
  return found[0]?.[1];
}

/** @returns undefined where there is no such file */
async function readJson(files: Files, path: string): Promise<SettingsFile | undefined> {
  const file = files.get(path);
  if (!file) return undefined;
  await requireFileItself(file);
  const { content } = file;
  if (content.size > MOST_BYTES_OF_JSON) {
    throw wrongFile(path, 'is too large', 'A file of settings has 10 MiB at most.');
  }
  const pieces: Buffer[] = [];
  for await (const piece of bytesOf(content)) pieces.push(Buffer.from(piece));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
    return { path, ...readStrictJson(text) };
  } catch (error) {
    const { line, twice } = error instanceof StrictJsonError ? error : {};
    if (twice !== undefined) {
      const what = `has the name "${excerpt(twice, [], 200)}" twice in an object`;
      throw wrongFile(path, what, 'Leave one of them.', line);
    }
    // Its own words may repeat a secret of the file.
    throw wrongFile(
      path,
      'is no JSON',
      'It is text in UTF-8 that follows the rules of JSON.',
      line,
    );
  }
}

/** The files lie deeper than the user may think: what was taken as the top is said. */
function belowTop(error: unknown, top: string): unknown {
  if (top === '' || !(error instanceof InvalidInputError)) return error;
  const taken = `The folder "${excerpt(top.slice(0, -1))}" was taken as the top of the project.`;
  return new InvalidInputError(error.message, `${error.hint} ${taken}`);
}
