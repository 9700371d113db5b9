import { excerpt } from '../../common/text/text';
import { textOf } from '../../common/text/values';
import { findReferences } from '../kinds';
import { ENTITY_KINDS, GRANT_KINDS, toGrantFile, PART_OF, type FileEntry } from '../tree';
import { deriveAlias } from './names';
import type { Problems } from './problems';
import type { ProjectTree } from './projectTree';
import { compareTexts } from './stableJson';

/** Finds keys that two files share, and volumes that two apps share. */
export function checkAcrossFiles(entries: ProjectTree['entries'], problems: Problems): void {
  for (const kind of ['volume', 'job', 'pipeline'] as const) checkKeys(entries[kind], problems);
  const users = new Map<string, string>();
  for (const app of entries.app) {
    for (const { key } of findReferences(app)) {
      const other = users.get(key);
      users.set(key, other ?? app.file);
      if (other === undefined) continue;
      const what = `has the volume "${excerpt(key)}", which ${excerpt(other)} has as well`;
      const advice = 'A volume can be linked to one app only.';
      problems.add({ path: app.file, what, advice, field: 'version.volumes' });
    }
  }
}

/** Platforms identify volumes by name, and jobs and pipelines by alias, whatever the case. */
function checkKeys(entries: readonly FileEntry[], problems: Problems): void {
  const given = ({ kind, name, doc }: FileEntry) =>
    kind === 'volume' ? name.trim() : textOf(doc.alias);
  const fileOf = new Map<string, string>();
  // Where an alias is left out, the platform derives it from the name, perhaps before the other entry is created.
  const inOrder = [
    ...entries.filter((entry) => given(entry) !== undefined),
    ...entries.filter((entry) => given(entry) === undefined),
  ];
  for (const entry of inOrder) {
    const text = given(entry) ?? deriveAlias(entry.name);
    const other = fileOf.get(text.toLowerCase());
    if (given(entry) !== undefined) fileOf.set(text.toLowerCase(), entry.file);
    if (other === undefined) continue;
    const what = entry.kind === 'volume' ? 'name' : 'alias';
    problems.add({
      path: entry.file,
      what: `has the ${what} of ${excerpt(other)}: "${excerpt(text)}"`,
      advice: `Use a different ${what} for each ${entry.kind}. Upper and lower case make no difference.`,
    });
  }
}

const FILES: readonly string[] = ['variables.json', ...GRANT_KINDS.map(toGrantFile)];
const FOLDERS: readonly string[] = [...ENTITY_KINDS.map((kind) => PART_OF[kind]), 'targets'];
const isJson = (path: string) => /\.json$/i.test(path);

/**
 * Finds files that look like settings or packages but are not read: a deploy might delete what they describe.
 * @param isEmpty whether project.json itself describes nothing
 */
export function checkStrayFiles(
  paths: readonly string[],
  isEmpty: boolean,
  problems: Problems,
): void {
  const known = new Set(paths);
  const reported = new Set<string>();
  for (const path of [...paths].sort(compareTexts)) {
    const [folder = '', name = '', ...rest] = path.split('/');
    const settings = `jobs/${name}.json`;
    if (path.toLowerCase() === 'variable.json') {
      problems.add({ path, what: 'is not read', advice: 'Name it "variables.json".' });
    } else if (folder === 'jobs' && rest.length > 0) {
      if (known.has(settings) || reported.has(settings)) continue;
      reported.add(settings);
      const advice = `Add ${excerpt(settings)}, or remove the folder.`;
      problems.add({ path, what: 'belongs to no job', advice });
    } else if (isJson(path) && [folder, `${folder}s`].some((one) => FOLDERS.includes(one))) {
      const isRead = path.endsWith('.json') && (rest.length === 0 || folder === 'targets');
      const plural = FOLDERS.includes(folder) ? folder : `${folder}s`;
      if (isRead && plural === folder) continue;
      const advice = `Settings files are named "${plural}/<name>.json".`;
      problems.add({ path, what: 'is not read', advice });
    }
  }
  const isOfProject = (path: string) =>
    FILES.includes(path) || FOLDERS.includes(path.split('/')[0] ?? '');
  if (!isEmpty || paths.some(isOfProject)) return;
  const what = 'stands alone: no file contains anything to deploy';
  const advice = 'Pass the folders beside it as well.';
  problems.add({ path: 'project.json', what, advice });
}
