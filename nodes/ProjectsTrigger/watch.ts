import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Watch } from '../../platform/runEvents/watch';
import { isLeftEmpty } from '../shared/locators';
import type { PlatformClient } from '../shared/platformClient';

/** What the parameters say is to be watched. */
export function readWatch(context: IPollFunctions, api: PlatformClient['api']): Watch {
  const resource = context.getNodeParameter('resource');
  const isForAll = isLeftEmpty(context.getNodeParameter('projectId', '', { rawExpressions: true }));
  const ids = context.getNodeParameter('ids', []) as unknown;
  const read =
    resource === 'job' ? api.readJobId : (id: unknown) => api.readIdentifier(id, 'pipeline');
  return {
    kind: resource === 'job' ? api.JOB_RUNS : api.PIPELINE_RUNS,
    projectId: isForAll
      ? undefined
      : api.readProjectId(context.getNodeParameter('projectId', '', { extractValue: true })),
    // An expression may give one ID, or several with commas in between.
    ids: (Array.isArray(ids) ? ids : String(ids ?? '').split(','))
      .filter((id) => String(id).trim() !== '')
      .map(read),
  };
}

/** @throws NodeOperationError where no event is chosen: the trigger would never start anything */
export function readEvents(context: IPollFunctions): string[] {
  const events = context.getNodeParameter('events', []) as string[];
  if (events.length > 0) return events;
  throw new NodeOperationError(context.getNode(), 'No event is chosen', {
    description: 'Choose in "Events" what the workflow is to start for.',
  });
}
