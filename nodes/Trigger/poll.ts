import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { connectPlatform, type PlatformClient } from '../shared/platformClient';
import { readEvents, readWatch } from './watch';

/** What happened since the last poll; nothing at the first one. */
export async function newEvents(context: IPollFunctions): Promise<INodeExecutionData[]> {
  const client = await connectPlatform(context);
  const { api, platform } = client;
  const names = readEvents(context);
  const watch = readWatch(context, api);
  const staticData = context.getWorkflowStaticData('node');
  const { events, memory } = await api.pollRunEvents(
    platform.projects,
    watch,
    api.readMemory(staticData.runs),
  );
  // n8n notices an assignment at the top level only.
  staticData.runs = api.storedForm(memory) as unknown as IDataObject;
  return events
    .filter(({ event }) => names.includes(event))
    .map((event) => ({ json: api.eventOutput(event, watch.kind) as IDataObject }));
}

/** "Fetch Test Event": the latest real event as an example; what the trigger remembers stays as it is. */
export async function exampleEvent(context: IPollFunctions): Promise<INodeExecutionData[]> {
  const client: PlatformClient = await connectPlatform(context);
  const { api, platform } = client;
  const names = readEvents(context);
  const watch = readWatch(context, api);
  const event = await api.latestRunEvent(platform.projects, watch, names);
  if (event) return [{ json: api.eventOutput(event, watch.kind) as IDataObject }];
  throw new NodeOperationError(context.getNode(), 'No such event has happened yet', {
    description: `The ${watch.kind.noun}s that are watched have no run with one of these events: ${names.join(', ')}. Run one, or choose more events, then fetch again.`,
  });
}
