import { randomUUID } from 'node:crypto';
import type { AppPort, AppVersionSettings } from '../projects/appInput';
import type { PipelineGraph } from '../projects/graphShape';
import type { JobVersionSettings } from '../projects/jobInput';
import { objectsIn } from '../projects/entities';
import { textOf } from '../runs/values';
import { FIELDS, valueAt } from './fields';
import type { Graph } from './graph';
import type { Site } from './site';
import type { WantedStep } from './steps';

/** Which fields of a version this platform has. */
function versionFields({ kind, present }: WantedStep, { abilities }: Site): Set<string> {
  const when = present ? 'change' : 'create';
  const fields = FIELDS[kind].filter((field) => field.part === 'version');
  return new Set(
    fields.filter((field) => abilities.has(kind, field, when)).map(({ path }) => path),
  );
}

/** A text of the version: what the file says, or what is there where the file leaves that to the platform. */
function versionText(step: WantedStep, site: Site, name: string): string | undefined {
  const path = `version.${name}`;
  if (!versionFields(step, site).has(path)) return undefined;
  const field = FIELDS[step.kind].find((known) => known.path === path);
  const kept = field?.ifUnsaid === 'keep' ? valueAt(step.present?.file, path) : undefined;
  return textOf(valueAt(step.wanted.file, path)) ?? textOf(kept);
}

/** What a job runs, as the platform takes it. */
export function jobVersion(step: WantedStep, site: Site): JobVersionSettings {
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

/** What an app runs, as the platform takes it. */
export function appVersion(step: WantedStep, site: Site): AppVersionSettings {
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

/** What is said of a version beside what it runs. */
export function notesOf(
  step: WantedStep,
  site: Site,
): { releaseNote?: string; sourceUrl?: string } {
  const sourceUrl = versionText(step, site, 'sourceUrl');
  const { releaseNote } = site;
  return { ...(releaseNote !== undefined && { releaseNote }), ...(sourceUrl && { sourceUrl }) };
}

/** The graph of a pipeline with IDs for its nodes, and those of its jobs. */
export function graphOf({ wanted }: WantedStep, { ids }: Site): PipelineGraph {
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
