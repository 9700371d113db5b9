import { randomUUID } from 'node:crypto';
import type { AppVersionSettings } from '../../resources/app/app';
import type { AppPort } from '../../resources/app/portsAndVolumes';
import { objectsIn } from '../../resources/entities';
import type { JobVersionSettings } from '../../resources/job/job';
import type { PipelineGraph } from '../../resources/pipeline/graph';
import { textOf, valueAt } from '../../text/values';
import { FIELDS, GRAPH } from '../files/fields';
import { toPipelineGraph, type Graph } from '../files/graph';
import { isMissing } from '../files/shapes';
import type { Destination, WantedStep } from './step';

/** Returns the version in the files, by the names in a file, with the current values of fields that platforms fill in. */
function versionToSet({ kind, wanted, current }: WantedStep): Record<string, unknown> {
  const fields = FIELDS[kind].filter(({ part }) => part === 'version');
  const entries = fields.map(({ path, whenAbsent }) => {
    const kept = whenAbsent === 'keep' ? valueAt(current?.doc, path) : undefined;
    const value = [valueAt(wanted.doc, path), kept].find((one) => !isMissing(one));
    return [path.slice('version.'.length), value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Returns what a job runs, by the names of its settings. */
export function jobVersion(step: WantedStep, { releaseNote }: Destination): JobVersionSettings {
  const { keepsPackage, dockerCredentialsId } = step;
  const version = versionToSet(step);
  const text = (path: string) => textOf(valueAt(version, path));
  const hasCredentials = valueAt(version, 'docker.credentials') !== undefined;
  return {
    commandLine: text('commandLine'),
    runtimeVersion: text('runtimeVersion'),
    sourceUrl: text('sourceUrl'),
    dockerImage: text('docker.image'),
    dockerCredentialsId: hasCredentials ? dockerCredentialsId : undefined,
    extraLanguage: text('extraTechnology.language'),
    extraLanguageVersion: text('extraTechnology.version'),
    ...(keepsPackage ? { usePreviousArtifact: true } : { packageName: text('package') }),
    releaseNote,
  };
}

/** Returns what an app runs, by the names of its settings. */
export function appVersion(
  step: WantedStep,
  { releaseNote, ids }: Destination,
): AppVersionSettings {
  const { contextId, dockerCredentialsId, current } = step;
  const version = versionToSet(step);
  const ports = objectsIn<AppPort>(version.ports);
  const volumes = objectsIn<Record<string, unknown>>(version.volumes);
  const hadVolumes = valueAt(current?.doc, 'version.volumes') !== undefined;
  const hasCredentials = valueAt(version, 'docker.credentials') !== undefined;
  const hasContext = version.context !== undefined && contextId !== undefined;
  return {
    dockerImage: textOf(valueAt(version, 'docker.image')),
    dockerCredentialsId: hasCredentials ? dockerCredentialsId : undefined,
    ports: ports.map((port) => ({ ...port, isRewriteUrl: port.isRewriteUrl === true })),
    ...(hasContext && { runtimeContextId: contextId }),
    ...((volumes.length > 0 || hadVolumes) && {
      volumes: volumes.map(({ path, volume }) => ({
        path: textOf(path) ?? '',
        volumeId: ids.volume.get(textOf(volume) ?? '') ?? '',
      })),
    }),
    releaseNote,
  };
}

/** Returns the notes of a version: they do not change what it runs. */
export function notesOf(
  step: WantedStep,
  { releaseNote }: Destination,
): { releaseNote?: string; sourceUrl?: string } {
  const sourceUrl = textOf(versionToSet(step).sourceUrl);
  return { ...(releaseNote !== undefined && { releaseNote }), ...(sourceUrl && { sourceUrl }) };
}

/** Returns the graph of a pipeline, with IDs for its nodes and jobs. */
export function graphOf({ wanted }: WantedStep, { ids }: Destination): PipelineGraph {
  const { jobs = [], conditions = [] } = (valueAt(wanted.doc, GRAPH) ?? {}) as Partial<Graph>;
  const nodeIds = new Map([...jobs, ...conditions].map(({ node }) => [node, randomUUID()]));
  return toPipelineGraph(
    { jobs, conditions },
    (node) => nodeIds.get(node) ?? node,
    (job) => ids.job.get(job) ?? '',
  );
}
