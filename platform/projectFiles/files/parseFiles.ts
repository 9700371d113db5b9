import { bytesOf } from '../../content/bytes';
import type { FileContent } from '../../content/fileContent';
import { InvalidInputError } from '../../errors';
import { isObject } from '../../projects/entities';
import { readStrictJson, StrictJsonError } from '../../strictJson';
import { excerpt } from '../../text';
import {
  KINDS,
  PART_OF,
  PARTS,
  type Part,
  type ProjectModel,
  type ProjectEntity,
  type EntityKind,
} from './model';
import { projectFolder, type GivenFile, type ProjectFolder } from './projectFolder';
import { requireFileItself } from './standIns';
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
    return await new FolderReader(files, thrown).read();
  } catch (error) {
    throw belowTop(error, top);
  }
}

type Files = ProjectFolder['files'];

/** What becomes of what is wrong with a file. */
export type Report = (error: InvalidInputError, path: string) => void;

const thrown: Report = (error) => {
  throw error;
};

/** Reads the files below a `project.json`. What cannot be used is reported; the rest is read all the same. */
export class FolderReader {
  /** The settings files of what was read. */
  readonly paths = new Map<ProjectEntity, string>();

  constructor(
    private readonly files: Files,
    private readonly report: Report,
  ) {}

  async read(): Promise<ParsedFiles> {
    const { files } = this;
    const project = await this.attempt('project.json', async () => readProject(files));
    const { include = [...PARTS], packages = true, description } = project ?? {};
    const readVariables = async () => readVariablesFile(await readJson(files, 'variables.json'));
    const variables = include.includes('variables')
      ? await this.attempt('variables.json', readVariables)
      : [];
    const model: ProjectModel = {
      include,
      packages,
      ...(description !== undefined && { description }),
      variables: variables ?? [],
      entities: { volume: [], job: [], app: [], pipeline: [] },
    };
    const contents = new Map<string, FileContent>();
    for (const kind of KINDS.filter((kind) => include.includes(PART_OF[kind]))) {
      const entities = await this.entitiesOf(kind);
      model.entities[kind] = [...entities.keys()];
      if (kind !== 'job') continue;
      for (const [entity, path] of entities) {
        const content = await this.attempt(path, async () => await packageOf(files, path));
        if (content) contents.set(entity.key, content);
      }
    }
    return { model, packages: contents };
  }

  private async entitiesOf(kind: EntityKind): Promise<Map<ProjectEntity, string>> {
    const entities = new Map<ProjectEntity, string>();
    for (const path of settingsPaths(this.files, kind)) {
      const entity = await this.attempt(path, async () => await readEntity(this.files, path, kind));
      if (!entity) continue;
      entities.set(entity, path);
      this.paths.set(entity, path);
    }
    await this.attempt(PART_OF[kind], () => requireOneFileAnAlias(entities));
    const pathOf = (entity: ProjectEntity) => entities.get(entity) ?? '';
    for (const [entity, key] of uniqueNames([...entities.keys()], ({ key }) => key, pathOf)) {
      entity.key = key;
    }
    return entities;
  }

  private async attempt<Result>(
    path: string,
    read: () => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      this.report(error, path);
      return undefined;
    }
  }
}

async function readProject(files: Files) {
  const file = await readJson(files, 'project.json');
  const project = file?.value;
  if (!file || !isObject(project)) {
    throw wrongFile('project.json', 'holds no object', 'Export the project again.');
  }
  const include = readInclude(project);
  requireShape(file, PROJECT);
  const { description } = project;
  return {
    include,
    packages: project.packages !== false,
    description: typeof description === 'string' ? description : undefined,
  };
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

function settingsPaths(files: Files, kind: EntityKind): string[] {
  const folder = `${PART_OF[kind]}/`;
  return [...files.keys()]
    .filter((path) => path.startsWith(folder) && path.endsWith('.json'))
    .filter((path) => !path.slice(folder.length).includes('/'))
    .sort(compareTexts);
}

async function readEntity(
  files: Files,
  path: string,
  kind: EntityKind,
): Promise<ProjectEntity | undefined> {
  const settings = await readJson(files, path);
  if (!settings) return undefined;
  const { variables, ...file } = readEntityFile(settings, kind);
  const name = String(file.name);
  const alias = typeof file.alias === 'string' ? file.alias : fileNameOf(path);
  return { key: kind === 'volume' ? name : alias, name, file, variables };
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
async function packageOf(files: Files, path: string): Promise<FileContent | undefined> {
  const folder = `${path.slice(0, -'.json'.length)}/`;
  const found = [...files].filter(([other]) => other.startsWith(folder));
  if (found.length > 1) {
    throw wrongFile(
      path,
      `has ${found.length} packages`,
      `Leave one file in the folder ${excerpt(folder)}.`,
    );
  }
  const [, file] = found[0] ?? [];
  if (file) await requireFileItself(file);
  return file?.content;
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
