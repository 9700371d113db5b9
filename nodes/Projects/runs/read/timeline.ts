import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { Run } from '../../../../platform/runs/read/run';
import type { ItemCall } from '../../../shared/operation/operation';
import { loadPlatform } from '../../../shared/client/loadPlatform';
import { isTool } from '../../../shared/tools/toolOutput';
import { storeHtml } from '../../../shared/items/storeBinary';
import { namesOf } from './runOutput';
import { JOB } from '../runnable';

/** Options of reading a run of a pipeline. */
export const timelineFields: INodeProperties[] = [
  {
    displayName: 'Timeline',
    name: 'timeline',
    type: 'boolean',
    default: true,
    description:
      'Whether to add a timeline of the run as an HTML file, which shows each job as a bar',
  },
  {
    displayName: 'Put Timeline in Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    description: 'The name of the output field to put the timeline in',
  },
];

interface TimelineOptions {
  isWanted: boolean;
  /** The output field for the file. */
  property: string;
}

/** Read before the run is, so that what cannot be one is refused first. */
export function readTimelineOptions({ parameters }: ItemCall<PlatformClient>): TimelineOptions {
  return {
    isWanted: parameters.boolean('options.timeline'),
    property: parameters.text('options.binaryPropertyName'),
  };
}

/** The picture of a run, where it is wanted: a model that uses the node as a tool sees none. */
export async function timelineOf(
  call: ItemCall<PlatformClient>,
  run: Run,
  { isWanted, property }: TimelineOptions,
): Promise<Pick<INodeExecutionData, 'binary'>> {
  const { execution } = call;
  if (!isWanted || isTool(execution)) return {};
  const names = await jobNames(call, run);
  const { runAsTimeline } = await loadPlatform();
  const page = await runAsTimeline(run, names, execution.getTimezone());
  return { binary: { [property]: await storeHtml(call, 'timeline.html', page) } };
}

/** The names of the jobs of a pipeline's run, by their IDs, as far as they can be read. */
async function jobNames(
  call: ItemCall<PlatformClient>,
  { jobsInstance }: Run,
): Promise<Map<string, string>> {
  const jobs = Array.isArray(jobsInstance) ? (jobsInstance as Run[]) : [];
  const ids = [...new Set(jobs.flatMap(({ jobId }) => jobId ?? []))];
  const read = ids.map(async (id) => [id, (await namesOf(call, JOB, id)).jobName] as const);
  const known = (await Promise.all(read)).flatMap(([id, name]) =>
    name === undefined ? [] : [[id, name] as const],
  );
  return new Map(known);
}
