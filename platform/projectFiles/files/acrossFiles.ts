import { textOf } from '../../text/values';
import { excerpt } from '../../text/text';
import {
  GRANT_KINDS,
  KINDS,
  PART_OF,
  referencesOf,
  type EntityKind,
  type ProjectEntity,
  type ProjectModel,
} from './model';
import { grantFile } from './grants';
import { aliasOf } from './names';
import { wrongFile, type WrongFileError } from './readFile';
import { compareTexts } from './stableJson';

type Paths = ReadonlyMap<ProjectEntity, string>;

/** What is wrong with settings files together, though each of them is right. */
export function acrossFiles({ entities }: ProjectModel, paths: Paths): WrongFileError[] {
  return [
    ...KINDS.flatMap((kind) => sameNames(kind, entities[kind], paths)),
    ...sharedVolumes(entities.app, paths),
  ];
}

/** By what platforms distinguish things of a kind, whatever its case. Of apps and jobs, names may be the same. */
function sameNames(
  kind: EntityKind,
  entities: readonly ProjectEntity[],
  paths: Paths,
): WrongFileError[] {
  if (kind === 'app') return [];
  const [what, advice] =
    kind === 'volume'
      ? ['name', 'Use a different name for each volume.']
      : ['alias', 'Use a different alias for each job and each pipeline.'];
  const pathOf = new Map<string, string>();
  const clash = (path: string, text: string) => {
    const other = pathOf.get(text.toLowerCase());
    if (other === undefined) return [];
    const which = `has the ${what} of ${excerpt(other)}: "${excerpt(text)}"`;
    return [wrongFile(path, which, `${advice} Upper and lower case make no difference.`)];
  };
  const unnamed: Array<[path: string, made: string]> = [];
  const errors = entities.flatMap((entity) => {
    const path = paths.get(entity) ?? '';
    const text = kind === 'volume' ? entity.name.trim() : textOf(entity.file.alias);
    if (text === undefined) {
      unnamed.push([path, aliasOf(entity.name)]);
      return [];
    }
    const found = clash(path, text);
    pathOf.set(text.toLowerCase(), path);
    return found;
  });
  // The platform makes an alias of the name, and may do so before the other one has it.
  return [...errors, ...unnamed.flatMap(([path, made]) => clash(path, made))];
}

/** A volume is linked to one app. */
function sharedVolumes(apps: readonly ProjectEntity[], paths: Paths): WrongFileError[] {
  const users = new Map<string, string>();
  return apps.flatMap((app) => {
    const path = paths.get(app) ?? '';
    return referencesOf('app', app.file).flatMap(({ key }) => {
      const other = users.get(key);
      if (other === undefined) {
        users.set(key, path);
        return [];
      }
      const what = `has the volume "${excerpt(key)}", which ${excerpt(other)} has as well`;
      const advice = 'A volume can be linked to one app only.';
      return [wrongFile(path, what, advice, undefined, 'version.volumes')];
    });
  });
}

const FILES: readonly string[] = ['variables.json', ...GRANT_KINDS.map(grantFile)];
const FOLDERS: readonly string[] = [...KINDS.map((kind) => PART_OF[kind]), 'targets'];
const isJson = (path: string) => /\.json$/i.test(path);

/** Files that lie where settings and packages are expected, and would not be read. */
export function strayFiles(paths: readonly string[]): WrongFileError[] {
  const known = new Set(paths);
  const strays = new Map<string, WrongFileError>();
  for (const path of [...paths].sort(compareTexts)) {
    const [folder = '', name = '', ...rest] = path.split('/');
    const settings = `jobs/${name}.json`;
    if (path.toLowerCase() === 'variable.json') {
      strays.set(path, wrongFile(path, 'is not read', 'Name it "variables.json".'));
    } else if (folder === 'jobs' && rest.length > 0) {
      const advice = `Add ${excerpt(settings)}, or remove the folder.`;
      if (!known.has(settings) && !strays.has(settings))
        strays.set(settings, wrongFile(path, 'belongs to no job', advice));
    } else if (isJson(path) && [folder, `${folder}s`].some((one) => FOLDERS.includes(one))) {
      const isRead = path.endsWith('.json') && (rest.length === 0 || folder === 'targets');
      const plural = FOLDERS.includes(folder) ? folder : `${folder}s`;
      const advice = `Settings files are named "${plural}/<name>.json".`;
      if (!isRead || plural !== folder) strays.set(path, wrongFile(path, 'is not read', advice));
    }
  }
  return [...strays.values()];
}

/** Whether there is nothing beside `project.json`. */
export function isAlone(paths: readonly string[]): boolean {
  return !paths.some((path) => FILES.includes(path) || FOLDERS.includes(path.split('/')[0] ?? ''));
}
