import { FORMAT } from './files/shapes';
import { grantFile, grantsAsFile } from './files/grants';
import { GRANT_KINDS, KINDS, PART_OF, type ProjectModel, type EntityKind } from './files/model';
import { safeFileName, uniqueNames } from './files/names';
import { compareTexts, stableJson } from './files/stableJson';
import { valueAt } from '../text/values';
import type { DeployedEntity } from './target/entities';

/** Git would change the line ends of a package that looks like text. */
const GIT_ATTRIBUTES = `# Packages of jobs stay as they are, byte by byte.
${PART_OF.job}/*/** -text
`;

/** A file of an export: its text, or the job whose package it is. */
export type ProjectFile = { path: string } & ({ text: string } | { packageOf: DeployedEntity });

type DeployedModel = ProjectModel & { entities: Record<EntityKind, DeployedEntity[]> };

/** The files of a project, by path. The same project gives the same files. */
export function projectFiles(model: DeployedModel): ProjectFile[] {
  const { include, packages, description, variables } = model;
  const project = { format: FORMAT, include: [...include].sort(compareTexts), packages };
  const files: ProjectFile[] = [
    { path: 'project.json', text: stableJson({ ...project, ...(description && { description }) }) },
  ];
  if (packages && include.includes('jobs')) {
    files.push({ path: '.gitattributes', text: GIT_ATTRIBUTES });
  }
  if (include.includes('variables')) {
    files.push({ path: 'variables.json', text: stableJson(variables) });
  }
  for (const kind of GRANT_KINDS) {
    const grants = model.grants?.[kind];
    if (grants) files.push({ path: grantFile(kind), text: stableJson(grantsAsFile(kind, grants)) });
  }
  for (const kind of KINDS.filter((kind) => include.includes(PART_OF[kind]))) {
    files.push(...filesOfKind(kind, model.entities[kind], packages));
  }
  return files.sort((one, other) => compareTexts(one.path, other.path));
}

function filesOfKind(
  kind: EntityKind,
  entities: readonly DeployedEntity[],
  packages: boolean,
): ProjectFile[] {
  const names = uniqueNames(
    entities,
    ({ key }) => safeFileName(key),
    ({ key }) => key,
    { isCaseSensitive: false },
  );
  return entities.flatMap((entity): ProjectFile[] => {
    const { file, variables, packageAddress } = entity;
    const path = `${PART_OF[kind]}/${names.get(entity)}`;
    const packageName = valueAt(file, 'version.package');
    const text = stableJson({ ...file, ...(variables.length > 0 && { variables }) });
    const hasPackage = packages && packageAddress !== undefined && typeof packageName === 'string';
    return [
      { path: `${path}.json`, text },
      ...(hasPackage ? [{ path: `${path}/${safeFileName(packageName)}`, packageOf: entity }] : []),
    ];
  });
}
