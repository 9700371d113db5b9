import { textOf, valueAt } from '../../text/values';
import { excerpt } from '../../text/text';
import type { Graph } from '../files/graph';
import type { Destination, WantedStep } from '../plan/steps';

/** What an entity refers to and is not there, since that has failed. */
export function missingReference(
  { kind, wanted }: WantedStep,
  { ids }: Destination,
): string | undefined {
  const missing = (what: 'job' | 'volume', keys: string[]) => {
    const key = keys.find((name) => !ids[what].has(name));
    return key === undefined ? undefined : `The ${what} "${excerpt(key)}" was not deployed.`;
  };
  if (kind === 'pipeline') {
    const { jobs = [] } = (valueAt(wanted.file, 'version.graph') ?? {}) as Partial<Graph>;
    const keys = jobs.map(({ job }) => job);
    return missing('job', keys);
  }
  if (kind !== 'app') return undefined;
  const volumes = (valueAt(wanted.file, 'version.volumes') ?? []) as Array<{ volume?: unknown }>;
  const keys = volumes.map(({ volume }) => textOf(volume) ?? '');
  return missing('volume', keys);
}
