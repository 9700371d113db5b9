import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../graphql/endpoint';
import { prepareAddAppVersion, prepareCreateApp, prepareUpdateApp } from '../projects/appChanges';
import type { AppPort, AppVersionSettings } from '../projects/appInput';
import type { PipelineGraph } from '../projects/graphShape';
import { prepareAddJobVersion, prepareCreateJob, prepareUpdateJob } from '../projects/jobDetails';
import type { JobVersionSettings } from '../projects/jobInput';
import { isObject, objectsIn } from '../projects/known';
import {
  prepareAddPipelineVersion,
  prepareCreatePipeline,
  prepareUpdatePipeline,
} from '../projects/pipelineChanges';
import { prepareCreateVolume, prepareUpdateVolume } from '../projects/volumes';
import type { GraphqlEndpoint } from '../graphql/endpoint';
import { textOf } from '../runs/values';
import type { Abilities } from './abilities';
import { FIELDS, valueAt, type FieldOfThing } from './fields';
import type { Graph } from './graph';
import type { Thing, ThingKind } from './model';
import type { ThingStep } from './steps';

/** Where things are deployed to, and what is there by now. */
export interface Site {
  endpoint: GraphqlEndpoint;
  projectId: string;
  abilities: Abilities;
  releaseNote?: string;
  /** IDs of jobs and volumes by their keys, those just made included. */
  ids: Record<'job' | 'volume', Map<string, string>>;
  options?: CallOptions;
}

type Wanted = ThingStep & { wanted: Thing };

/** Makes a thing with its first version; never a second one where the answer is lost. @returns its ID */
export async function createThing(step: Wanted, site: Site): Promise<string> {
  const { endpoint, projectId, options } = site;
  const { wanted, kind } = step;
  const values = settingsToSet(step);
  const { name } = wanted;
  switch (kind) {
    case 'volume': {
      const create = await prepareCreateVolume(endpoint, projectId, { values }, options);
      return (await create()).id;
    }
    case 'job': {
      const { technologyId = '' } = step;
      const category = textOf(wanted.file.category) ?? '';
      const job = { ...values, projectId, name, category, technologyId };
      const version = { values: jobVersion(step, site), file: step.package };
      const create = await prepareCreateJob(endpoint, { values: job }, version, options);
      return (await create()).id;
    }
    case 'app': {
      const app = { projectId, technologyId: step.technologyId, values };
      const version = { values: appVersion(step, site) };
      const create = await prepareCreateApp(endpoint, app, version, options);
      return (await create()).id;
    }
    case 'pipeline': {
      const pipeline = {
        projectId,
        values: { ...values, name, ...notesOf(step, site) },
        graph: graphOf(step, site),
      };
      const create = await prepareCreatePipeline(endpoint, pipeline, options);
      return (await create()).id;
    }
  }
}

/** Changes what differs of a thing's settings; done again, it changes nothing more. */
export async function updateSettings(step: Wanted, id: string, site: Site): Promise<void> {
  if (!step.fields.some(({ part }) => part === 'settings')) return;
  const { endpoint, options } = site;
  const changes = { values: settingsToSet(step) };
  const prepare = {
    volume: prepareUpdateVolume,
    job: prepareUpdateJob,
    app: prepareUpdateApp,
    pipeline: prepareUpdatePipeline,
  } satisfies Record<ThingKind, unknown>;
  const update = await prepare[step.kind](endpoint, id, changes, options);
  await update();
}

/** Adds a version where what is run differs; never a second one where the answer is lost. */
export async function addVersion(step: Wanted, id: string, site: Site): Promise<void> {
  if (!step.fields.some(({ part }) => part === 'version')) return;
  const { endpoint, options } = site;
  if (step.kind === 'job') {
    const version = { values: jobVersion(step, site), file: step.package };
    const add = await prepareAddJobVersion(endpoint, id, version, options);
    await add();
  } else if (step.kind === 'app') {
    const version = { values: appVersion(step, site) };
    const add = await prepareAddAppVersion(endpoint, id, version, options);
    await add();
  } else if (step.kind === 'pipeline') {
    const graph = graphOf(step, site);
    const notes = notesOf(step, site);
    const add = await prepareAddPipelineVersion(endpoint, id, graph, notes, options);
    await add();
  }
}

/** The settings that differ, as the platform takes them; what the files do not say is emptied. */
function settingsToSet({ wanted, fields, present }: Wanted): Record<string, unknown> {
  const entries = fields
    .filter(({ part }) => part === 'settings')
    .map(({ path, type, taken }) => [taken, valueToSet(path, type, valueAt(wanted.file, path))]);
  const values = Object.fromEntries(entries) as Record<string, unknown>;
  // For something new, empty is what it is anyway.
  if (present) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function valueToSet(path: string, type: FieldOfThing['type'], value: unknown): unknown {
  if (type === 'flag') return value === true;
  if (path === 'alerting' && isObject(value)) return { statusList: [], ...value };
  return value ?? null;
}

/** Which fields of a version this platform has. */
function versionFields({ kind, present }: Wanted, { abilities }: Site): Set<string> {
  const when = present ? 'change' : 'create';
  const fields = FIELDS[kind].filter((field) => field.part === 'version');
  return new Set(
    fields.filter((field) => abilities.has(kind, field, when)).map(({ path }) => path),
  );
}

/** A text of the version: what the file says, or what is there where the file leaves that to the platform. */
function versionText(step: Wanted, site: Site, name: string): string | undefined {
  const path = `version.${name}`;
  if (!versionFields(step, site).has(path)) return undefined;
  const field = FIELDS[step.kind].find((known) => known.path === path);
  const kept = field?.ifUnsaid === 'keep' ? valueAt(step.present?.file, path) : undefined;
  return textOf(valueAt(step.wanted.file, path)) ?? textOf(kept);
}

function jobVersion(step: Wanted, site: Site): JobVersionSettings {
  const { wanted, keepsPackage, dockerCredentialsId } = step;
  const has = versionFields(step, site);
  const extra = has.has('version.extraTechnology')
    ? valueAt(wanted.file, 'version.extraTechnology')
    : undefined;
  const docker = has.has('version.docker') ? valueAt(wanted.file, 'version.docker') : undefined;
  const of = (value: unknown, name: string) => textOf(valueAt(value, name));
  return {
    commandLine: versionText(step, site, 'commandLine'),
    runtimeVersion: versionText(step, site, 'runtimeVersion'),
    sourceUrl: versionText(step, site, 'sourceUrl'),
    dockerImage: of(docker, 'image'),
    dockerCredentialsId: docker === undefined ? undefined : dockerCredentialsId,
    extraLanguage: of(extra, 'language'),
    extraLanguageVersion: of(extra, 'version'),
    ...(keepsPackage
      ? { usePreviousArtifact: true }
      : { packageName: versionText(step, site, 'package') }),
    releaseNote: site.releaseNote,
  };
}

function appVersion(step: Wanted, site: Site): AppVersionSettings {
  const { wanted, contextId, dockerCredentialsId } = step;
  const has = versionFields(step, site);
  const docker = has.has('version.docker') ? valueAt(wanted.file, 'version.docker') : undefined;
  const ports = objectsIn<AppPort>(valueAt(wanted.file, 'version.ports'));
  const volumes = objectsIn<Record<string, unknown>>(valueAt(wanted.file, 'version.volumes'));
  return {
    dockerImage: textOf(valueAt(docker, 'image')),
    dockerCredentialsId: docker === undefined ? undefined : dockerCredentialsId,
    ports: ports.map((port) => ({ ...port, isRewriteUrl: port.isRewriteUrl === true })),
    ...(contextId !== undefined && { runtimeContextId: contextId }),
    ...(has.has('version.volumes') && {
      volumes: volumes.map(({ path, volume }) => ({
        path: textOf(path) ?? '',
        volumeId: site.ids.volume.get(textOf(volume) ?? '') ?? '',
      })),
    }),
    releaseNote: site.releaseNote,
  };
}

function notesOf(step: Wanted, site: Site): { releaseNote?: string; sourceUrl?: string } {
  const sourceUrl = versionText(step, site, 'sourceUrl');
  const { releaseNote } = site;
  return { ...(releaseNote !== undefined && { releaseNote }), ...(sourceUrl && { sourceUrl }) };
}

function graphOf({ wanted }: Wanted, { ids }: Site): PipelineGraph {
  const { jobs = [], conditions = [] } = (valueAt(wanted.file, 'version.graph') ??
    {}) as Partial<Graph>;
  const names = [...jobs, ...conditions].map(({ node }) => [node, randomUUID()] as const);
  const nodeIds = new Map(names);
  const idOf = (node: string) => nodeIds.get(node) ?? node;
  return {
    jobNodes: jobs.map(({ node, job, position, next = [] }) => ({
      id: idOf(node),
      jobId: ids.job.get(job) ?? '',
      ...(position && { position }),
      nextNodes: next.map(idOf),
    })),
    conditionNodes: conditions.map(({ node, condition, position, success = [], failure = [] }) => ({
      id: idOf(node),
      condition: typeof condition === 'string' ? { status: condition } : condition,
      ...(position && { position }),
      nextNodesSuccess: success.map(idOf),
      nextNodesFailure: failure.map(idOf),
    })),
  };
}
