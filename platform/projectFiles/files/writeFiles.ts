import { GRANTS } from '../kinds';
import { FORMAT } from './shapes';
import { safeFileName, uniqueNames } from './names';
import { compareTexts, stableJson } from './stableJson';
import { valueAt } from '../../common/text/values';
import {
  ENTITY_KINDS,
  GRANT_KINDS,
  grantFile,
  PART_OF,
  type Current,
  type Entry,
  type EntityKind,
  type Kind,
  type Part,
} from '../tree';

/** Git would change the line ends of a package that looks like text. */
const GIT_ATTRIBUTES = `# Packages of jobs stay as they are, byte by byte.
${PART_OF.job}/*/** -text
`;

/** A file of an export: its text, or the job whose package it is. */
export type ProjectFile = { path: string } & ({ text: string } | { packageOf: Current });

interface CurrentTree {
  include: readonly Part[];
  packages: boolean;
  entries: Record<Kind, Current[]>;
}

/** Writes the files of a project, by path. The same project gives the same files. */
export function writeFiles({ include, packages, entries }: CurrentTree): ProjectFile[] {
  const project = { format: FORMAT, include: [...include].sort(compareTexts), packages };
  const { description } = entries.project[0]?.doc ?? {};
  const files: ProjectFile[] = [
    {
      path: 'project.json',
      text: stableJson({ ...project, ...(description !== undefined && { description }) }),
    },
  ];
  if (packages && include.includes('jobs')) {
    files.push({ path: '.gitattributes', text: GIT_ATTRIBUTES });
  }
  if (include.includes('variables')) {
    const text = stableJson(entries.variable.map(variableInFile));
    files.push({ path: 'variables.json', text });
  }
  for (const kind of GRANT_KINDS.filter((one) => include.includes(PART_OF[one]))) {
    files.push({ path: grantFile(kind), text: stableJson(GRANTS[kind].toFile(entries[kind])) });
  }
  for (const kind of ENTITY_KINDS.filter((one) => include.includes(PART_OF[one]))) {
    files.push(...filesOfEntities(kind, entries[kind], packages));
  }
  return files.sort((one, other) => compareTexts(one.path, other.path));
}

function variableInFile({ name, doc }: Entry): Record<string, unknown> {
  return { name, ...doc };
}

function filesOfEntities(
  kind: EntityKind,
  entities: readonly Current[],
  packages: boolean,
): ProjectFile[] {
  const names = uniqueNames(
    entities,
    ({ key }) => safeFileName(key),
    ({ key }) => key,
    { isCaseSensitive: false },
  );
  return entities.flatMap((entity): ProjectFile[] => {
    const { doc, variables, packageAddress } = entity;
    const path = `${PART_OF[kind]}/${names.get(entity)}`;
    const packageName = valueAt(doc, 'version.package');
    const own = variables.length > 0 && { variables: variables.map(variableInFile) };
    const hasPackage = packages && packageAddress !== undefined && typeof packageName === 'string';
    return [
      { path: `${path}.json`, text: stableJson({ ...doc, ...own }) },
      ...(hasPackage ? [{ path: `${path}/${safeFileName(packageName)}`, packageOf: entity }] : []),
    ];
  });
}
