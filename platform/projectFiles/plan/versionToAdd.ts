import { randomUUID } from 'node:crypto';
import type { AppVersionSettings } from '../../resources/app/app';
import type { AppPort } from '../../resources/app/portsAndVolumes';
import type { PipelineGraph } from '../../resources/pipeline/graph';
import type { JobVersionSettings } from '../../resources/job/job';
import { objectsIn } from '../../resources/entities';
import { textOf, valueAt } from '../../text/values';
import { FIELDS } from '../files/fields';
import { toPipelineGraph, type Graph } from '../files/graph';
import { isMissing } from '../files/shapes';
import type { Destination, WantedStep } from './steps';

const PREFIX = 'version.';

/**
 * The version that the files want, by the names in a file and as far as this platform has fields for it; with what is there if
 * the files leave that to the platform.
 */
function versionToSet(
  { kind, wanted, present }: WantedStep,
  { capabilities }: Destination,
): Record<string, unknown> {
  const changeKind = present ? 'change' : 'create';
  const fields = FIELDS[kind].filter(
    (field) => field.part === 'version' && capabilities.supports(kind, field, changeKind),
  );
  const entries = fields.map(({ path, whenAbsent }) => {
    const kept = whenAbsent === 'keep' ? valueAt(present?.file, path) : undefined;
    const value = [valueAt(wanted.file, path), kept].find((one) => !isMissing(one));
    return [path.slice(PREFIX.length), value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** What a job runs, as the platform takes it. */
export function jobVersion(step: WantedStep, destination: Destination): JobVersionSettings {
  const { keepsPackage, dockerCredentialsId } = step;
  const version = versionToSet(step, destination);
  const text = (path: string) => textOf(valueAt(version, path));
  return {
    commandLine: text('commandLine'),
    runtimeVersion: text('runtimeVersion'),
    sourceUrl: text('sourceUrl'),
    dockerImage: text('docker.image'),
    dockerCredentialsId: version.docker === undefined ? undefined : dockerCredentialsId,
    extraLanguage: text('extraTechnology.language'),
    extraLanguageVersion: text('extraTechnology.version'),
    ...(keepsPackage ? { usePreviousArtifact: true } : { packageName: text('package') }),
    releaseNote: destination.releaseNote,
  };
}

/** What an app runs, as the platform takes it. */
export function appVersion(step: WantedStep, destination: Destination): AppVersionSettings {
  const { contextId, dockerCredentialsId } = step;
  const version = versionToSet(step, destination);
  const ports = objectsIn<AppPort>(version.ports);
  const volumes = objectsIn<Record<string, unknown>>(version.volumes);
  return {
    dockerImage: textOf(valueAt(version, 'docker.image')),
    dockerCredentialsId: version.docker === undefined ? undefined : dockerCredentialsId,
    ports: ports.map((port) => ({ ...port, isRewriteUrl: port.isRewriteUrl === true })),
    ...(contextId !== undefined && { runtimeContextId: contextId }),
    ...('volumes' in version && {
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
  const sourceUrl = textOf(versionToSet(step, destination).sourceUrl);
  const { releaseNote } = destination;
  return { ...(releaseNote !== undefined && { releaseNote }), ...(sourceUrl && { sourceUrl }) };
}

/** The graph of a pipeline with IDs for its nodes, and those of its jobs. */
export function graphOf({ wanted }: WantedStep, { ids }: Destination): PipelineGraph {
  const { jobs = [], conditions = [] } = (valueAt(wanted.file, 'version.graph') ??
    {}) as Partial<Graph>;
  const nodeIds = new Map([...jobs, ...conditions].map(({ node }) => [node, randomUUID()]));
  return toPipelineGraph(
    { jobs, conditions },
    (node) => nodeIds.get(node) ?? node,
    (job) => ids.job.get(job) ?? '',
  );
}
