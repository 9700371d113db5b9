import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { Run } from '../../../../platform/runs/read/run';
import type { ItemCall } from '../../../shared/operation/operation';
import { loadPlatform } from '../../../shared/client/loadPlatform';
import { isTool } from '../../../shared/tools/toolOutput';
import { storeHtml } from '../../../shared/items/storeBinary';
import { loadNames } from './runOutput';
import { JOB } from '../runnable';

export const timelineFields: INodeProperties[] = [
  {
    displayName: 'Timeline',
    name: 'timeline',
    type: 'boolean',
    default: true,
    description:
      'Whether to add an HTML file with a timeline of the run, in which each job is a bar',
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
  property: string;
}

/** Call this before the run is read, so that invalid options are reported first. */
export function readTimelineOptions({ parameters }: ItemCall<PlatformClient>): TimelineOptions {
  return {
    isWanted: parameters.boolean('options.timeline'),
    property: parameters.text('options.binaryPropertyName'),
  };
}

/** Builds no timeline for an agent, which could not see it. */
export async function buildTimeline(
  call: ItemCall<PlatformClient>,
  run: Run,
  { isWanted, property }: TimelineOptions,
): Promise<Pick<INodeExecutionData, 'binary'>> {
  const { execution } = call;
  if (!isWanted || isTool(execution)) return {};
  const names = await loadJobNames(call, run);
  const { buildTimelinePage } = await loadPlatform();
  const page = await buildTimelinePage(run, names, execution.getTimezone());
  return { binary: { [property]: await storeHtml(call, 'timeline.html', page) } };
}

async function loadJobNames(
  call: ItemCall<PlatformClient>,
  { jobsInstance }: Run,
): Promise<Map<string, string>> {
  const jobs = Array.isArray(jobsInstance) ? (jobsInstance as Run[]) : [];
  const ids = [...new Set(jobs.flatMap(({ jobId }) => jobId ?? []))];
  const names = ids.map(async (id) => [id, (await loadNames(call, JOB, id)).jobName] as const);
  const entries = (await Promise.all(names)).flatMap(([id, name]) =>
    name === undefined ? [] : [[id, name] as const],
  );
  return new Map(entries);
}
