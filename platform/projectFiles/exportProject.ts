import { hasGraph } from './kinds/graph';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { GraphQLSchema } from 'graphql';
import { copyBytes } from '../common/content/bytes';
import { wrapDiskFile } from '../common/content/readFile';
import { UnsupportedError } from '../common/errors/errors';
import { listFirst } from '../common/text/amounts';
import { cleanName } from '../common/text/text';
import { valueAt } from '../common/text/values';
import type { PackageFile } from '../connection/packages';
import type { Platform } from '../connection/platform';
import { withSchema } from '../graphql/schema/bySchema';
import { findListPath } from '../graphql/schema/listPath';
import type { CallOptions } from '../graphql/send/endpoint';
import { toSafeFileName, assignUniqueNames } from './files/names';
import type { InputFile } from './files/projectFolder';
import { FILE_FORMAT } from './files/shapes';
import { compareTexts, toStableJson } from './files/stableJson';
import { GRANTS, findReferences } from './kinds';
import { getCurrentVersion } from './kinds/shared';
import { toCurrentEntries } from './target/currentEntries';
import { readSnapshot } from './target/readTarget';
import { findField } from './target/schema';
import type { Snapshot } from './target/snapshot';
import {
  addIds,
  type CurrentEntry,
  createListsByKind,
  ENTITY_KINDS,
  type EntityKind,
  type Entry,
  GRANT_KINDS,
  toGrantFileName,
  type Kind,
  KINDS,
  createIds,
  type Part,
  PART_OF,
  DEFAULT_PARTS,
  toEntryPath,
} from './tree';
import { writeZip } from './zip/writeZip';

export interface ExportOptions {
  /** Default: all parts except rights and technologies. */
  include?: readonly Part[];
  /** Whether to include the packages of jobs. Default true. */
  packages?: boolean;
}

export interface ExportedProject {
  name: string;
  files: ProjectFile[];
  /** Says which Docker credentials the files lack because the platform does not list them; undefined if none are missing. */
  unlistedCredentialsHint?: string;
}

/**
 * Reads a project as files, without IDs, times and secrets. The same project always gives the same files.
 * @throws UnsupportedError if the platform does not return all that the files need
 */
export async function exportProject(
  platform: Platform,
  projectId: unknown,
  { include = DEFAULT_PARTS, packages: hasPackages = true }: ExportOptions = {},
  options?: CallOptions,
): Promise<ExportedProject> {
  const snapshot = await readSnapshot(platform, projectId, include, options);
  await requireExportable(platform, include, hasPackages, options);
  const entries = createListsByKind<CurrentEntry>();
  const ids = createIds();
  for (const kind of KINDS) {
    entries[kind] = toCurrentEntries(kind, snapshot, ids);
    addIds(ids, kind, entries[kind]);
  }
  requireGraphsAndReferences(entries, snapshot, include);
  const files = buildFiles(include, hasPackages, entries);
  const unlistedCredentialsHint = describeUnlistedCredentials(entries, include);
  return { name: snapshot.name, files, unlistedCredentialsHint };
}

function describeUnlistedCredentials(
  entries: Record<Kind, CurrentEntry[]>,
  include: readonly Part[],
): string | undefined {
  const names = ENTITY_KINDS.filter((kind) => include.includes(PART_OF[kind]))
    .flatMap((kind) => entries[kind])
    .filter(({ unlistedCredentialId }) => unlistedCredentialId !== undefined)
    .map(({ kind, name }) => `${kind} "${cleanName(name)}"`);
  if (names.length === 0) return undefined;
  return `The files lack the Docker credentials of ${listFirst(names, 10)}, because the platform does not list them. After a deploy to another project, choose them on the platform.`;
}

export async function* zipExport(
  platform: Platform,
  { files }: ExportedProject,
  options?: CallOptions,
): AsyncGenerator<Buffer> {
  const packageFiles = files.filter((file) => 'packageOf' in file);
  const addresses = packageFiles.map(({ packageOf }) => packageOf.packageAddress ?? '');
  const packages = await downloadPackages(platform, addresses, options);
  try {
    yield* writeZip(
      files.map((file) => ({
        path: file.path,
        open: () =>
          'text' in file ? [Buffer.from(file.text)] : packages.open(packageFiles.indexOf(file)),
      })),
    );
  } finally {
    await packages.close();
  }
}

const MAX_PACKAGES_ON_DISK = 8;

/** Downloads packages to disk in order, some before they are opened. `open` yields a package and then deletes it from disk. */
async function downloadPackages(
  platform: Platform,
  addresses: readonly string[],
  options?: CallOptions,
) {
  const folder =
    addresses.length > 0 ? await mkdtemp(join(tmpdir(), 'n8n-project-files-')) : undefined;
  const downloads: Array<Promise<string>> = [];
  const download = async (index: number): Promise<string> => {
    const path = join(folder ?? '', String(index));
    const save = async ({ body }: PackageFile) => await pipeline(body, createWriteStream(path));
    await platform.readPackage(addresses[index], save, options);
    return path;
  };
  return {
    async *open(index: number): AsyncGenerator<Buffer> {
      while (downloads.length < Math.min(index + MAX_PACKAGES_ON_DISK, addresses.length)) {
        const started = download(downloads.length);
        // A failure is reported when the package is opened.
        started.catch(() => undefined);
        downloads.push(started);
      }
      const path = (await downloads[index]) ?? '';
      yield* wrapDiskFile(path).open();
      await rm(path);
    },
    async close(): Promise<void> {
      await Promise.allSettled(downloads);
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function* zipFiles(files: readonly InputFile[]): AsyncGenerator<Buffer> {
  yield* writeZip(files.map(({ path, content }) => ({ path, open: () => copyBytes(content) })));
}

/** @throws UnsupportedError if the files would lack a requested part */
async function requireExportable(
  { projects }: Platform,
  include: readonly Part[],
  hasPackages: boolean,
  options?: CallOptions,
): Promise<void> {
  const check = (schema: GraphQLSchema) => {
    const requireField = (
      isRequested: boolean,
      path: readonly string[],
      noun: string,
      hint: string,
    ) => {
      if (isRequested && !findField(schema, path)) {
        throw buildExportError(`it does not return the ${noun}`, hint);
      }
    };
    const hasJobs = include.includes('jobs');
    const versions = [...findListPath(schema, 'jobs'), 'versions'];
    requireField(hasJobs, versions, 'versions of jobs', 'Leave out "Jobs".');
    for (const kind of GRANT_KINDS) {
      const option = kind === 'right' ? 'Rights of Groups' : 'Allowed Technologies';
      const isRequested = include.includes(PART_OF[kind]);
      for (const { queryPath } of GRANTS[kind].settings) {
        requireField(isRequested, queryPath, option.toLowerCase(), `Leave out "${option}".`);
      }
    }
    const packageInfo = [...versions, 'packageInfo'];
    requireField(hasJobs && hasPackages, packageInfo, 'packages of jobs', 'Turn off "Packages".');
  };
  await withSchema(projects, check, options);
}

/** @throws UnsupportedError if the files would lack the graph of a pipeline, or an entity that a pipeline or app refers to */
function requireGraphsAndReferences(
  entries: Record<Kind, CurrentEntry[]>,
  { entities }: Snapshot,
  include: readonly Part[],
): void {
  const exported = new Set([...entries.job, ...entries.volume].map(toEntryPath));
  const withGraph = entities.pipeline.filter((pipeline) => hasGraph(getCurrentVersion(pipeline)));
  const completeIds = new Set([...withGraph, ...entities.app].map(({ id }) => id));
  for (const kind of ['pipeline', 'app'] as const) {
    if (!include.includes(PART_OF[kind])) continue;
    for (const entry of entries[kind]) {
      const missing = findReferences(entry).find(
        (reference) => !exported.has(toEntryPath(reference)),
      );
      const why = missing
        ? `it does not list a ${missing.kind} of`
        : !completeIds.has(entry.id) && 'it does not return the graph of';
      if (!why) continue;
      const hint = `Leave out "${kind === 'pipeline' ? 'Pipelines' : 'Apps'}".`;
      throw buildExportError(`${why} the ${kind} "${cleanName(entry.name)}"`, hint);
    }
  }
}

function buildExportError(why: string, hint: string): UnsupportedError {
  return new UnsupportedError(`This platform cannot export a project: ${why}`, {
    hint: `It may have an older version. ${hint}`,
  });
}

/** Without this file, Git may convert the line endings of packages that look like text. */
const GIT_ATTRIBUTES = `# Packages of jobs stay as they are, byte by byte.
${PART_OF.job}/*/** -text
`;

/** A text file, or the package of a job, which is downloaded when the ZIP file is written. */
type ProjectFile = { path: string } & ({ text: string } | { packageOf: CurrentEntry });

function buildFiles(
  include: readonly Part[],
  hasPackages: boolean,
  entries: Record<Kind, CurrentEntry[]>,
): ProjectFile[] {
  const project = {
    format: FILE_FORMAT,
    include: [...include].sort(compareTexts),
    packages: hasPackages,
    description: entries.project[0]?.doc.description,
  };
  const files: ProjectFile[] = [{ path: 'project.json', text: toStableJson(project) }];
  if (hasPackages && include.includes('jobs')) {
    files.push({ path: '.gitattributes', text: GIT_ATTRIBUTES });
  }
  if (include.includes('variables')) {
    const text = toStableJson(entries.variable.map(toFileVariable));
    files.push({ path: 'variables.json', text });
  }
  for (const kind of GRANT_KINDS.filter((grant) => include.includes(PART_OF[grant]))) {
    const text = toStableJson(GRANTS[kind].toFile(entries[kind]));
    files.push({ path: toGrantFileName(kind), text });
  }
  for (const kind of ENTITY_KINDS.filter((entity) => include.includes(PART_OF[entity]))) {
    files.push(...buildEntityFiles(kind, entries[kind], hasPackages));
  }
  return files.sort((one, other) => compareTexts(one.path, other.path));
}

function toFileVariable({ name, doc }: Entry): Record<string, unknown> {
  return { name, ...doc };
}

function buildEntityFiles(
  kind: EntityKind,
  entities: readonly CurrentEntry[],
  hasPackages: boolean,
): ProjectFile[] {
  const names = assignUniqueNames(
    entities,
    ({ key }) => toSafeFileName(key),
    ({ key }) => key,
    { isCaseSensitive: false },
  );
  return entities.flatMap((entity): ProjectFile[] => {
    const { doc, variables, packageAddress } = entity;
    const path = `${PART_OF[kind]}/${names.get(entity)}`;
    const packageName = valueAt(doc, 'version.package');
    const variablesInFile = variables.length > 0 && { variables: variables.map(toFileVariable) };
    const hasPackage = packageAddress !== undefined && typeof packageName === 'string';
    return [
      { path: `${path}.json`, text: toStableJson({ ...doc, ...variablesInFile }) },
      ...(hasPackages && hasPackage
        ? [{ path: `${path}/${toSafeFileName(packageName)}`, packageOf: entity }]
        : []),
    ];
  });
}
