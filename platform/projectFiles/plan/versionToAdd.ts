import { randomUUID } from 'node:crypto';
import type { AppVersionSettings } from '../../resources/app/app';
import type { AppPort } from '../../resources/app/portsAndVolumes';
import type { PipelineGraph } from '../../resources/pipeline/graph';
import type { JobVersionSettings } from '../../resources/job/job';
import { objectsIn } from '../../resources/entities';
import { textOf, valueAt } from '../../text/values';
import { FIELDS } from '../files/fields';
import type { Graph } from '../files/graph';
import type { Destination, WantedStep } from './steps';

/** Which fields of a version this platform has. */
function versionFields({ kind, present }: WantedStep, { capabilities }: Destination): Set<string> {
  const changeKind = present ? 'change' : 'create';
  const fields = FIELDS[kind].filter((field) => field.part === 'version');
  return new Set(
    fields
      .filter((field) => capabilities.supports(kind, field, changeKind))
      .map(({ path }) => path),
  );
}

/** A text of the version: what the file says, or what is there where the file leaves that to the platform. */
function versionText(step: WantedStep, destination: Destination, path: string): string | undefined {
  if (!versionFields(step, destination).has(path)) return undefined;
  const field = FIELDS[step.kind].find((known) => known.path === path);
  const kept = field?.whenAbsent === 'keep' ? valueAt(step.present?.file, path) : undefined;
  return textOf(valueAt(step.wanted.file, path)) ?? textOf(kept);
}

const PACKAGE = 'version.package';

/** They are set by the names that the platform returns them by. */
const TEXTS_OF_JOB = FIELDS.job.filter(
  ({ part, type, path }) => part === 'version' && type === 'text' && path !== PACKAGE,
);

/** What a job runs, as the platform takes it. */
export function jobVersion(step: WantedStep, destination: Destination): JobVersionSettings {
  const { wanted, keepsPackage, dockerCredentialsId } = step;
  const has = versionFields(step, destination);
  const extra = has.has('version.extraTechnology')
    ? valueAt(wanted.file, 'version.extraTechnology')
    : undefined;
  const docker = has.has('version.docker') ? valueAt(wanted.file, 'version.docker') : undefined;
  const of = (value: unknown, name: string) => textOf(valueAt(value, name));
  return {
    ...Object.fromEntries(
      TEXTS_OF_JOB.map(({ name, path }) => [name, versionText(step, destination, path)]),
    ),
    dockerImage: of(docker, 'image'),
    dockerCredentialsId: docker === undefined ? undefined : dockerCredentialsId,
    extraLanguage: of(extra, 'language'),
    extraLanguageVersion: of(extra, 'version'),
    ...(keepsPackage
      ? { usePreviousArtifact: true }
      : { packageName: versionText(step, destination, PACKAGE) }),
    releaseNote: destination.releaseNote,
  };
}

/** What an app runs, as the platform takes it. */
export function appVersion(step: WantedStep, destination: Destination): AppVersionSettings {
  const { wanted, contextId, dockerCredentialsId } = step;
  const has = versionFields(step, destination);
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
        volumeId: destination.ids.volume.get(textOf(volume) ?? '') ?? '',
      })),
    }),
    releaseNote: destination.releaseNote,
  };
}

/** What is said of a version beside what it runs. */
export function notesOf(
  step: WantedStep,
  destination: Destination,
): { releaseNote?: string; sourceUrl?: string } {
  const sourceUrl = versionText(step, destination, 'version.sourceUrl');
  const { releaseNote } = destination;
  return { ...(releaseNote !== undefined && { releaseNote }), ...(sourceUrl && { sourceUrl }) };
}

/** The graph of a pipeline with IDs for its nodes, and those of its jobs. */
export function graphOf({ wanted }: WantedStep, { ids }: Destination): PipelineGraph {
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
      ...(condition !== undefined && {
        condition: typeof condition === 'string' ? { status: condition } : condition,
      }),
      ...(position && { position }),
      nextNodesSuccess: success.map(idOf),
      nextNodesFailure: failure.map(idOf),
    })),
  };
}
