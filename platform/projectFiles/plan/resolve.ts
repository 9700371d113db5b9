import { excerpt } from '../../text/text';
import { isObject, textOf, valueAt } from '../../text/values';
import type { CatalogTechnology, NamesOnTarget } from '../target/readNames';
import type { Current, Doc, Entry, TechnologyName } from '../tree';

/** The entity of the target that a name in the files refers to, or why the target does not have it. */
export type Resolved<T> = { found: T } | { blocked: string };

export interface KnownNames extends NamesOnTarget {
  /** Labels of technologies on the target by those in the files, if they differ. */
  labels: ReadonlyMap<string, string>;
}

/** Finds the technology of a job or app. That of an existing one cannot be changed. */
export function resolveTechnology(
  { kind, doc }: Pick<Entry, 'kind' | 'doc'>,
  current: Pick<Current, 'technologyId'> | undefined,
  { technologies, labels }: KnownNames,
): Resolved<CatalogTechnology | undefined> {
  const name = nameIn(doc.technology);
  if (!current) {
    if (!name) return { blocked: 'The files do not contain its technology.' };
    return findTechnology(name, technologies, labels);
  }
  const known = technologies.get(current.technologyId?.toLowerCase() ?? '');
  if (!known || !name) return { found: known };
  const wanted = { ...name, label: labels.get(name.label) ?? name.label };
  const resolved = findTechnology(wanted, technologies, new Map());
  const isOther = 'found' in resolved && resolved.found !== known;
  if (known.label === wanted.label && !isOther) return { found: known };
  const [before, after] = [known, wanted].map(({ label, repository }) =>
    known.label === wanted.label
      ? `"${excerpt(label)}" of "${excerpt(repository ?? '')}"`
      : `"${excerpt(label)}"`,
  );
  return {
    blocked: `Its technology on the target is ${before} and cannot be changed to ${after}. Delete the ${kind} there first.`,
  };
}

export function findTechnology(
  { label: given, repository }: TechnologyName,
  technologies: KnownNames['technologies'],
  labels: KnownNames['labels'],
): Resolved<CatalogTechnology> {
  const label = labels.get(given) ?? given;
  const all = [...technologies.values()].filter((technology) => technology.label === label);
  const inRepository = all.filter((technology) => technology.repository === repository);
  const candidates = inRepository.length > 0 ? inRepository : all;
  const [found] = candidates;
  if (!found) {
    return {
      blocked: `The target has no technology "${excerpt(label)}". Add it to the catalog, or map it in the option "Technologies".`,
    };
  }
  if (candidates.length === 1) return { found };
  return {
    blocked: `The target has ${candidates.length} technologies "${excerpt(label)}", and none of them is in a repository "${excerpt(repository ?? '')}".`,
  };
}

/** Finds the ID of the context that an app runs with. */
export function resolveContext(
  doc: Doc,
  technology: CatalogTechnology | undefined,
): Resolved<string | undefined> {
  const name = textOf(valueAt(doc, 'version.context'));
  if (name === undefined) return { found: undefined };
  const contexts = technology?.contexts ?? [];
  const context =
    contexts.find(({ label }) => label === name) ?? contexts.find(({ id }) => id === name);
  // A catalog without contexts does not show that this one is missing.
  if (context || contexts.length === 0) return { found: context?.id ?? name };
  return {
    blocked: `The technology "${excerpt(technology?.label ?? '')}" of the target has no context "${excerpt(name)}".`,
  };
}

/** Finds the ID of the login that an image is pulled with. */
export function resolveDockerCredentials(
  doc: Doc,
  { dockerCredentials }: Pick<KnownNames, 'dockerCredentials'>,
): Resolved<string | undefined> {
  const credentials = valueAt(doc, 'version.docker.credentials');
  if (!isObject(credentials)) return { found: undefined };
  const [registry, username] = [textOf(credentials.registry), textOf(credentials.username)];
  const found = dockerCredentials.find(
    (known) => known.username === username && known.registry === registry,
  );
  if (found) return { found: found.id };
  return {
    blocked: `The target project has no Docker credential of "${excerpt(username ?? '')}" for the registry "${excerpt(registry ?? 'the usual one')}". Create it there first.`,
  };
}

function nameIn(value: unknown): TechnologyName | undefined {
  if (!isObject(value)) return undefined;
  const label = textOf(value.label);
  return label === undefined ? undefined : { label, repository: textOf(value.repository) };
}
