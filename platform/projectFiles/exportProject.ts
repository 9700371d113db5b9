import type { GraphQLSchema } from 'graphql';
import { bytesOf } from '../content/bytes';
import type { FileContent } from '../content/fileContent';
import { UnsupportedError } from '../errors/errors';
import type { CallOptions } from '../graphql/send/endpoint';
import { withSchema } from '../graphql/schema/bySchema';
import type { Platform } from '../connection/platform';
import { listPath } from '../graphql/schema/listPath';
import { objectsIn } from '../resources/entities';
import { entriesOf, fieldsOf, isObject, valueAt } from '../text/values';
import { excerpt } from '../text/text';
import type { Graph } from './files/graph';
import { GRANT_KINDS, GRANT_PARTS, PARTS, type GrantKind, type Part } from './files/model';
import type { GivenFile } from './files/projectFolder';
import { deployedGrants, placeOfGrant } from './target/grants';
import { hashOfGivenPackage, PackageSpool } from './target/packages';
import { readTarget, type ProjectSnapshot } from './target/readTarget';
import { findField } from './target/schemaFields';
import { deployedEntities, type DeployedEntity } from './target/entities';
import { projectFiles, type ProjectFile } from './writeFiles';
import { writeZip, type ZipContent } from './zip/writeZip';

export interface ExportOptions {
  /** Default: everything but rights and technologies. */
  include?: readonly Part[];
  /** Whether the packages of jobs come along. Default true. */
  packages?: boolean;
}

/** A project as files: texts, and packages that are read when they are asked for. */
export interface ExportedProject {
  name: string;
  files: ProjectFile[];
}

/**
 * Reads a project as files: without IDs, times and secrets of the platform. The same project gives the same files.
 * @throws UnsupportedError if the platform does not return enough
 */
export async function exportProject(
  platform: Platform,
  projectId: unknown,
  { include = PARTS, packages = true }: ExportOptions = {},
  options?: CallOptions,
): Promise<ExportedProject> {
  const snapshot = await readTarget(platform, projectId, include, options);
  // Of a platform that does not show its schema, what it does not return is known by now.
  await requireExportable(platform, include, packages, options);
  const volume = deployedEntities('volume', snapshot);
  const job = deployedEntities('job', snapshot);
  const keys = { volume: keysById(volume), job: keysById(job) };
  const app = deployedEntities('app', snapshot, keys);
  const pipeline = deployedEntities('pipeline', snapshot, keys);
  const entities = { volume, job, app, pipeline };
  requireCompleteGraphs(snapshot, entities.pipeline, include);
  const { name, description } = snapshot;
  const variables = snapshot.variables.get(snapshot.id) ?? [];
  const grants = Object.fromEntries(
    GRANT_KINDS.filter((kind) => include.includes(GRANT_PARTS[kind])).map((kind) => [
      kind,
      deployedGrants(kind, snapshot),
    ]),
  );
  const model = { include, packages, description, variables, entities, grants };
  return { name, files: projectFiles(model) };
}

/** The ZIP file of an export, as a stream of pieces that belong to the caller. */
export async function* zipOf(
  platform: Platform,
  { files }: ExportedProject,
  options?: CallOptions,
): AsyncGenerator<Buffer> {
  const withPackages = files.filter((file) => 'packageOf' in file);
  const addresses = withPackages.map(({ packageOf }) => packageOf.packageAddress ?? '');
  const spool = new PackageSpool(platform, addresses, options);
  const entries = files.map((file) => ({
    path: file.path,
    open: async () =>
      'text' in file
        ? { pieces: [Buffer.from(file.text)] }
        : await spool.open(withPackages.indexOf(file)),
  }));
  try {
    yield* writeZip(entries);
  } finally {
    await spool.close();
  }
}

/** Files as one ZIP file. Those that were compared with a target are not read once more for their hash. */
export async function* zipOfFiles(files: readonly GivenFile[]): AsyncGenerator<Buffer> {
  const open = async (content: FileContent): Promise<ZipContent> => ({
    pieces: bytesOf(content),
    sha256: await hashOfGivenPackage(content),
  });
  const entries = files.map(({ path, content }) => ({
    path,
    open: async () => await open(content),
  }));
  yield* writeZip(entries);
}

function keysById(entities: readonly DeployedEntity[]): Map<string, string> {
  return new Map(entities.map(({ id, key }) => [id, key]));
}

async function requireExportable(
  { projects }: Platform,
  include: readonly Part[],
  packages: boolean,
  options?: CallOptions,
): Promise<void> {
  const hasJobs = include.includes('jobs');
  const require = (schema: GraphQLSchema) => {
    const lacks = (list: string, ...way: string[]) =>
      findField(schema, [...listPath(schema, list), ...way]) === undefined;
    const lacksGrants = (kind: GrantKind) =>
      include.includes(GRANT_PARTS[kind]) && !findField(schema, placeOfGrant(kind).read);
    const checks: Array<[isLacking: boolean, what: string, hint: string]> = [
      [hasJobs && lacks('jobs', 'versions'), 'versions of jobs', 'Leave out "Jobs".'],
      [lacksGrants('right'), 'rights of a project', 'Leave out "Rights of Groups".'],
      [
        lacksGrants('technology'),
        'allowed technologies of a project',
        'Leave out "Allowed Technologies".',
      ],
      [
        hasJobs && packages && lacks('jobs', 'versions', 'packageInfo'),
        'packages of jobs',
        'Turn off "Packages".',
      ],
    ];
    const [, what, hint = ''] = checks.find(([isLacking]) => isLacking) ?? [];
    if (what !== undefined) throw unsupportedExport(`it does not return the ${what}`, hint);
  };
  await withSchema(projects, require, options);
}

/** @throws UnsupportedError for a graph of which the files would have less than the platform */
function requireCompleteGraphs(
  snapshot: ProjectSnapshot,
  pipelines: readonly DeployedEntity[],
  include: readonly Part[],
): void {
  if (!include.includes('pipelines')) return;
  const pipelinesById = new Map(
    snapshot.entities.pipeline.map((pipeline) => [pipeline.id, pipeline]),
  );
  for (const { id, name, file } of pipelines) {
    const [version] = entriesOf(pipelinesById.get(id)?.versions);
    const { graph, jobs } = fieldsOf(version);
    const { jobNodes, conditionNodes } = fieldsOf(graph);
    const isGraph = isObject(graph);
    const nodes = isGraph
      ? [...objectsIn(jobNodes), ...objectsIn(conditionNodes)]
      : objectsIn(jobs);
    const written = (valueAt(file, 'version.graph') ?? {}) as Partial<Graph>;
    const count = (written.jobs ?? []).length + (written.conditions ?? []).length;
    if (version !== undefined && (isGraph || Array.isArray(jobs)) && count === nodes.length)
      continue;
    throw unsupportedExport(
      `it does not return the whole graph of the pipeline "${excerpt(name, [], 100)}"`,
      'Leave out "Pipelines".',
    );
  }
}

function unsupportedExport(why: string, hint: string): UnsupportedError {
  return new UnsupportedError(`This platform cannot export a project: ${why}`, {
    hint: `It may have an older version. ${hint}`,
  });
}
