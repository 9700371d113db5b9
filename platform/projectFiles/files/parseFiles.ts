import type { FileContent } from '../../content/fileContent';
import { InvalidInputError } from '../../errors/errors';
import { isObject } from '../../text/values';
import { excerpt } from '../../text/text';
import { eventLoopYielder } from '../../time/concurrency';
import {
  ALL_PARTS,
  GRANT_KINDS,
  GRANT_PARTS,
  KINDS,
  PART_OF,
  PARTS,
  type Part,
  type ProjectModel,
  type ProjectEntity,
  type EntityKind,
} from './model';
import { projectFolder, type GivenFile, type ProjectFolder } from './projectFolder';
import { uniqueNames } from './names';
import {
  readEntityFile,
  readVariablesFile,
  requireShape,
  wrongFile,
  type Report,
  type SettingsFile,
} from './readFile';
import { readJson, requireRealFile } from './readJson';
import { readProtect } from './globs';
import { grantFile, readGrants } from './grants';
import { FORMAT, PROJECT } from './shapes';
import { passwordNames } from './variables';
import { compareTexts } from './stableJson';
import { applyTarget } from './targetFile/applyTarget';
import { acrossFiles, isAlone, strayFiles } from './acrossFiles';
import { findTargetFile, readTargetFile } from './targetFile/readTargetFile';

/** What the files of a project say. */
export interface ParsedFiles {
  model: ProjectModel;
  /** The packages of jobs, by the key of the job. */
  packages: Map<string, FileContent>;
  /** Names of variables that are passwords somewhere, even if the file of the target says otherwise. */
  passwords: ReadonlySet<string>;
}

interface ParseOptions {
  /** What one target has of its own: the name of a file of `targets/`, or a file that is none of them. */
  targetFile?: string | GivenFile;
}

/**
 * Reads the files of a project; others, as a README, are none of them. Nothing is sent.
 * @throws InvalidInputError naming the file that cannot be used
 */
export async function parseFiles(
  given: readonly GivenFile[],
  { targetFile }: ParseOptions = {},
): Promise<ParsedFiles> {
  const { files } = projectFolder(given);
  const reader = new FolderReader(files, thrown);
  const parsed = await reader.read();
  if (targetFile === undefined) return parsed;
  if (typeof targetFile === 'string') {
    return await reader.forTarget(parsed, findTargetFile(files.keys(), targetFile));
  }
  const { path } = targetFile;
  return await reader.forTarget(parsed, path, new Map([[path, targetFile]]));
}

type Files = ProjectFolder['files'];

const thrown: Report = (error) => {
  throw error;
};

/** Reads the files below a `project.json`. What cannot be used is reported; the rest is read all the same. */
export class FolderReader {
  /** The paths of the settings files of what was read. */
  readonly paths = new Map<ProjectEntity, string>();
  /** Jobs with a package that cannot be used, which is reported. */
  readonly withWrongPackage = new Set<ProjectEntity>();
  private readonly yieldToEventLoop = eventLoopYielder();
  private readonly sources = new Map<ProjectEntity, SettingsFile>();
  private variables: SettingsFile | undefined;
  /** What the files have wrong together, whatever the target. */
  private acrossFiles: ReadonlySet<string> = new Set();

  constructor(
    private readonly files: Files,
    private readonly report: Report,
  ) {}

  async read(): Promise<ParsedFiles> {
    const { files } = this;
    const project = await this.attempt('project.json', async () => readProject(files));
    const { include = [...PARTS], packages = true, description, protect = [] } = project ?? {};
    const readVariables = async () => {
      this.variables = await readJson(files, 'variables.json');
      return readVariablesFile(this.variables);
    };
    const variables = include.includes('variables')
      ? await this.attempt('variables.json', readVariables)
      : [];
    const grants = await this.readGrants(include);
    const model: ProjectModel = {
      include,
      packages,
      ...(description !== undefined && { description }),
      protect,
      variables: variables ?? [],
      entities: { volume: [], job: [], app: [], pipeline: [] },
      ...(grants && { grants }),
    };
    const contents = new Map<string, FileContent>();
    const inFolders = filesByFolder(files);
    for (const kind of KINDS.filter((kind) => include.includes(PART_OF[kind]))) {
      model.entities[kind] = await this.entitiesOf(kind);
      for (const job of kind === 'job' ? model.entities.job : []) {
        const path = this.pathOf(job);
        const read = async () => (await packageOf(inFolders, path)) ?? null;
        const content = await this.attempt(path, read);
        if (content) contents.set(job.key, content);
        if (content === undefined) this.withWrongPackage.add(job);
      }
    }
    const names = [...files.keys()];
    if (project && description === undefined && isAlone(names)) {
      const what = 'stands alone: no file contains anything to deploy';
      this.report(wrongFile('project.json', what, 'Pass the folders beside it as well.'), '');
    }
    const errors = acrossFiles(model, this.paths);
    this.acrossFiles = new Set(errors.map(({ message }) => message));
    for (const error of [...strayFiles(names), ...errors]) this.report(error, error.path);
    return { model, packages: contents, passwords: passwordNames(model) };
  }

  /** The same for one target, by the path of its file. Entities that it changes are others, at the same paths. */
  async forTarget(parsed: ParsedFiles, path: string, files = this.files): Promise<ParsedFiles> {
    const { model, packages } = parsed;
    const settings = await this.attempt(path, async () => await readJson(files, path));
    const target = settings && (await this.attempt(path, () => readTargetFile(settings)));
    if (!target) return parsed;
    const { sources: entities, variables } = this;
    const patched = await applyTarget(
      model,
      { entities, variables },
      target,
      async (work) => await this.attempt(path, work),
    );
    for (const kind of KINDS) {
      const byKey = new Map(model.entities[kind].map((entity) => [entity.key, entity]));
      for (const entity of patched.entities[kind]) {
        const before = byKey.get(entity.key);
        this.paths.set(entity, (before && this.paths.get(before)) ?? path);
      }
    }
    for (const { message, path: file, what, advice } of acrossFiles(patched, this.paths)) {
      if (this.acrossFiles.has(message)) continue;
      this.report(wrongFile(path, `is wrong: with it, ${excerpt(file)} ${what}`, advice), path);
    }
    const keys = new Set(patched.entities.job.map(({ key }) => key));
    return {
      model: patched,
      packages: new Map([...packages].filter(([key]) => keys.has(key))),
      passwords: new Set([...parsed.passwords, ...passwordNames(patched)]),
    };
  }

  private async readGrants(include: readonly Part[]): Promise<ProjectModel['grants']> {
    const kinds = GRANT_KINDS.filter((kind) => include.includes(GRANT_PARTS[kind]));
    const grants: ProjectModel['grants'] = {};
    for (const kind of kinds) {
      const path = grantFile(kind);
      const read = async () => readGrants(kind, await readJson(this.files, path));
      grants[kind] = (await this.attempt(path, read)) ?? [];
    }
    return kinds.length > 0 ? grants : undefined;
  }

  private pathOf(entity: ProjectEntity): string {
    return this.paths.get(entity) ?? '';
  }

  private async entitiesOf(kind: EntityKind): Promise<ProjectEntity[]> {
    const entities: ProjectEntity[] = [];
    for (const path of settingsPaths(this.files, kind)) {
      const settings = await this.attempt(path, async () => await readJson(this.files, path));
      const entity = settings && (await this.attempt(path, () => readEntity(settings, kind)));
      if (!entity) continue;
      entities.push(entity);
      this.sources.set(entity, settings);
      this.paths.set(entity, path);
    }
    const pathOf = (entity: ProjectEntity) => this.pathOf(entity);
    for (const [entity, key] of uniqueNames(entities, ({ key }) => key, pathOf)) entity.key = key;
    return entities;
  }

  private async attempt<Result>(
    path: string,
    read: () => Result | Promise<Result>,
  ): Promise<Result | undefined> {
    await this.yieldToEventLoop();
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      this.report(error, path);
      return undefined;
    }
  }
}

async function readProject(files: Files): Promise<Partial<ProjectModel>> {
  const file = await readJson(files, 'project.json');
  const project = file?.value;
  if (!file || !isObject(project)) {
    throw wrongFile('project.json', 'contains no object', 'Export the project again.');
  }
  const { format, include, packages, description } = project;
  if (format !== FORMAT) {
    const shown = typeof format === 'object' ? 'of an object' : JSON.stringify(format);
    throw wrongFile(
      'project.json',
      `has the format ${excerpt(shown ?? 'nothing', [], 50)}`,
      `This version of the node reads format ${FORMAT}.`,
    );
  }
  requireShape(file, PROJECT);
  return {
    include: Array.isArray(include) ? ALL_PARTS.filter((part) => include.includes(part)) : PARTS,
    packages: packages !== false,
    protect: readProtect(file),
    description: typeof description === 'string' ? description : undefined,
  };
}

function settingsPaths(files: Files, kind: EntityKind): string[] {
  const folder = `${PART_OF[kind]}/`;
  return [...files.keys()]
    .filter((path) => path.startsWith(folder) && path.endsWith('.json'))
    .filter((path) => !path.slice(folder.length).includes('/'))
    .sort(compareTexts);
}

function readEntity(settings: SettingsFile, kind: EntityKind): ProjectEntity {
  const { variables, ...file } = readEntityFile(settings, kind);
  const name = String(file.name);
  const alias = typeof file.alias === 'string' ? file.alias : fileNameOf(settings.path);
  return { key: kind === 'volume' ? name : alias, name, file, variables };
}

function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/** What lies in the folders of jobs, at whatever depth. */
function filesByFolder(files: Files): Map<string, GivenFile[]> {
  const found = new Map<string, GivenFile[]>();
  for (const [path, file] of files) {
    const [part, name, ...rest] = path.split('/', 3);
    if (rest.length === 0) continue;
    const folder = `${part}/${name}/`;
    const known = found.get(folder) ?? [];
    found.set(folder, known);
    known.push(file);
  }
  return found;
}

/** The only file in the folder that has the name of the job's file. */
async function packageOf(
  inFolders: ReadonlyMap<string, readonly GivenFile[]>,
  path: string,
): Promise<FileContent | undefined> {
  const folder = `${path.slice(0, -'.json'.length)}/`;
  const found = inFolders.get(folder) ?? [];
  if (found.length > 1) {
    throw wrongFile(
      path,
      `has ${found.length} packages`,
      `Keep only one file in the folder ${excerpt(folder)}.`,
    );
  }
  const [file] = found;
  if (file) await requireRealFile(file);
  return file?.content;
}
