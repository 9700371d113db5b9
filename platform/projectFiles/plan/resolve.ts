import { excerpt } from '../../common/text/text';
import { isObject, toText, valueAt } from '../../common/text/values';
import type { CatalogTechnology, NamesOnTarget } from '../target/snapshot';
import type { Doc, Entry, TechnologyName } from '../tree';
import type { FieldChange } from './step';

/** The match on the target for a name in the files, or the reason why the step is blocked. */
export type Resolved<T> = { found: T } | { blocked: string };

export interface KnownNames extends NamesOnTarget {
  /** Labels of technologies on the target, by their labels in the files, where the two differ. */
  labels: ReadonlyMap<string, string>;
}

type TechnologyNames = Pick<KnownNames, 'technologies' | 'labels'>;

export function resolveTechnology(
  { doc }: Pick<Entry, 'doc'>,
  names: TechnologyNames,
): Resolved<CatalogTechnology> {
  const name = readTechnologyName(doc.technology);
  if (!name) return { blocked: 'The files do not contain its technology.' };
  return findTechnology(name, names);
}

/** Compares an existing entity's technology with the one in the files. Returns undefined if they are equal, or one is unknown. */
export function compareTechnology(
  { doc }: Pick<Entry, 'doc'>,
  current: CatalogTechnology | undefined,
  names: TechnologyNames,
): FieldChange | undefined {
  const name = readTechnologyName(doc.technology);
  if (!current || !name) return undefined;
  const label = names.labels.get(name.label) ?? name.label;
  if (label !== current.label) return { field: 'technology.label', from: current.label, to: label };
  const wanted = findTechnology(name, names);
  if (!('found' in wanted) || wanted.found === current) return undefined;
  const [from, to] = [current, name].map(({ repository = null }) => repository);
  return { field: 'technology.repository', from, to };
}

export function findTechnology(
  { label: labelInFiles, repository }: TechnologyName,
  { technologies, labels }: TechnologyNames,
): Resolved<CatalogTechnology> {
  const label = labels.get(labelInFiles) ?? labelInFiles;
  const withLabel = [...technologies.values()].filter((technology) => technology.label === label);
  const inRepository = withLabel.filter((technology) => technology.repository === repository);
  const candidates = inRepository.length > 0 ? inRepository : withLabel;
  const [found] = candidates;
  if (!found) {
    return {
      blocked: `The target has no technology "${excerpt(label)}". Add it to the catalog, or map it in the option "Technologies".`,
    };
  }
  if (candidates.length === 1) return { found };
  return {
    blocked: `The target has ${candidates.length} technologies "${excerpt(label)}". In the files, set "repository" to the repository of one of them.`,
  };
}

export function resolveContext(
  doc: Doc,
  technology: CatalogTechnology | undefined,
): Resolved<string | undefined> {
  const name = toText(valueAt(doc, 'version.context'));
  if (name === undefined) return { found: undefined };
  const contexts = technology?.contexts ?? [];
  const context =
    contexts.find(({ label }) => label === name) ?? contexts.find(({ id }) => id === name);
  // Some catalogs do not list contexts.
  if (context || contexts.length === 0) return { found: context?.id ?? name };
  return {
    blocked: `The technology "${excerpt(technology?.label ?? '')}" of the target has no context "${excerpt(name)}".`,
  };
}

export function resolveDockerCredentials(
  doc: Doc,
  { dockerCredentials }: Pick<KnownNames, 'dockerCredentials'>,
): Resolved<string | undefined> {
  const credentials = valueAt(doc, 'version.docker.credentials');
  if (!isObject(credentials)) return { found: undefined };
  const [registry, username] = [toText(credentials.registry), toText(credentials.username)];
  const found = dockerCredentials.find(
    (credential) => credential.username === username && credential.registry === registry,
  );
  if (found) return { found: found.id };
  const where =
    registry === undefined ? 'the default registry' : `the registry "${excerpt(registry)}"`;
  return {
    blocked: `The target project has no Docker credential of "${excerpt(username ?? '')}" for ${where}. Create it there first.`,
  };
}

function readTechnologyName(value: unknown): TechnologyName | undefined {
  if (!isObject(value)) return undefined;
  const label = toText(value.label);
  return label === undefined ? undefined : { label, repository: toText(value.repository) };
}
