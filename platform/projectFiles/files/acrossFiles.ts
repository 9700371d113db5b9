import { excerpt } from '../../common/text/text';
import { toText } from '../../common/text/values';
import { findReferences } from '../kinds';
import { ENTITY_KINDS, GRANT_KINDS, toGrantFileName, PART_OF, type FileEntry } from '../tree';
import { deriveAlias } from './names';
import type { Problems } from './problems';
import type { ProjectTree } from './projectTree';
import { compareTexts } from './stableJson';

/** Reports names or aliases that two files share, and volumes that two apps share. */
export function checkAcrossFiles(entries: ProjectTree['entries'], problems: Problems): void {
  for (const kind of ['volume', 'job', 'pipeline'] as const) checkKeys(entries[kind], problems);
  const appFiles = new Map<string, string>();
  for (const app of entries.app) {
    for (const { key } of findReferences(app)) {
      const other = appFiles.get(key);
      appFiles.set(key, other ?? app.file);
      if (other === undefined) continue;
      const mistake = `has the volume "${excerpt(key)}", which ${excerpt(other)} also has`;
      const advice = 'A volume can be linked to one app only.';
      problems.add({ path: app.file, mistake, advice, field: 'version.volumes' });
    }
  }
}

/** Reports volumes with the same name, and jobs or pipelines with the same alias. Platforms ignore case in both. */
function checkKeys(entries: readonly FileEntry[], problems: Problems): void {
  const findExplicitKey = ({ kind, name, doc }: FileEntry) =>
    kind === 'volume' ? name.trim() : toText(doc.alias);
  const filesByKey = new Map<string, string>();
  // The platform derives an omitted alias from the name. A derived alias must differ from all explicit ones, so those come first.
  const explicitFirst = [
    ...entries.filter((entry) => findExplicitKey(entry) !== undefined),
    ...entries.filter((entry) => findExplicitKey(entry) === undefined),
  ];
  for (const entry of explicitFirst) {
    const explicit = findExplicitKey(entry);
    const key = explicit ?? deriveAlias(entry.name);
    const other = filesByKey.get(key.toLowerCase());
    if (explicit !== undefined) filesByKey.set(key.toLowerCase(), entry.file);
    if (other === undefined) continue;
    const noun = entry.kind === 'volume' ? 'name' : 'alias';
    problems.add({
      path: entry.file,
      mistake: `has the same ${noun} as ${excerpt(other)}: "${excerpt(key)}"`,
      advice: `Use a different ${noun} for each ${entry.kind}. Case is ignored.`,
    });
  }
}

const FILES: readonly string[] = ['variables.json', ...GRANT_KINDS.map(toGrantFileName)];
const FOLDERS: readonly string[] = [...ENTITY_KINDS.map((kind) => PART_OF[kind]), 'targets'];

/**
 * Reports files that look like settings or packages but are not read, since a deploy might delete the entries that they describe.
 * @param hasNothingToDeploy true if project.json itself changes nothing. It is then reported if no other file of the project exists
 */
export function checkStrayFiles(
  paths: readonly string[],
  hasNothingToDeploy: boolean,
  problems: Problems,
): void {
  const allPaths = new Set(paths);
  const reported = new Set<string>();
  for (const path of [...paths].sort(compareTexts)) {
    const [folder = '', name = '', ...below] = path.split('/');
    const settingsPath = `jobs/${name}.json`;
    if (path.toLowerCase() === 'variable.json') {
      problems.add({ path, mistake: 'is not read', advice: 'Rename it to "variables.json".' });
    } else if (folder === 'jobs' && below.length > 0) {
      if (allPaths.has(settingsPath) || reported.has(settingsPath)) continue;
      reported.add(settingsPath);
      const advice = `Add ${excerpt(settingsPath)}, or remove the folder.`;
      problems.add({ path, mistake: 'belongs to no job', advice });
    } else if (
      /\.json$/i.test(path) &&
      [folder, `${folder}s`].some((candidate) => FOLDERS.includes(candidate))
    ) {
      const isRead = path.endsWith('.json') && (below.length === 0 || folder === 'targets');
      const plural = FOLDERS.includes(folder) ? folder : `${folder}s`;
      if (isRead && plural === folder) continue;
      const advice = `Settings files are named "${plural}/<name>.json".`;
      problems.add({ path, mistake: 'is not read', advice });
    }
  }
  const isProjectPart = (path: string) =>
    FILES.includes(path) || FOLDERS.includes(path.split('/')[0] ?? '');
  if (!hasNothingToDeploy || paths.some(isProjectPart)) return;
  const mistake =
    'was passed without the other files of the project, so there is nothing to deploy';
  const advice = 'Also pass the folders next to it.';
  problems.add({ path: 'project.json', mistake, advice });
}
