import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { JOB_RUNS, PIPELINE_RUNS } from '../../platform/runs/kinds';
import { readJobId, readIdentifier, readProjectId } from '../../platform/identifiers';
import type { Watch } from '../../platform/runEvents/watch';
import { isLeftEmpty } from '../shared/locators';
import { NodeParameters } from '../shared/parameters/nodeParameters';
import { sourceOfPoll } from '../shared/parameters/parameterSource';
import { fields } from './fields';

/** What the parameters say is to be watched. */
export function readWatch(context: IPollFunctions): Watch {
  const resource = context.getNodeParameter('resource');
  const isForAll = isLeftEmpty(context.getNodeParameter('projectId', '', { rawExpressions: true }));
  const ids = context.getNodeParameter('ids', []) as unknown;
  const read = resource === 'job' ? readJobId : (id: unknown) => readIdentifier(id, 'pipeline');
  return {
    kind: resource === 'job' ? JOB_RUNS : PIPELINE_RUNS,
    projectId: isForAll
      ? undefined
      : readProjectId(context.getNodeParameter('projectId', '', { extractValue: true })),
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

/** How many of the last lines of their logs failed runs carry. */
export function readLogLines(context: IPollFunctions): number {
  const parameters = new NodeParameters(sourceOfPoll(context), fields);
  return parameters.ofItem(0).number('options.logLines');
}
