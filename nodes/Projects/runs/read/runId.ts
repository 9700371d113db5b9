import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { readRunId as requireRunId } from '../../../../platform/input/identifiers';
import { dependentLocator } from '../../../shared/locators/locators';
import type { ItemCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

/** Picks a job or pipeline, which is not sent, then one of its latest runs; or a run by its ID. */
export function runFields({ noun, picker }: Runnable): INodeProperties[] {
  const [parent] = picker.slice(-1) as [INodeProperties];
  return [
    {
      ...parent,
      required: false,
      description: 'The job to choose a run of. Not needed if you enter the ID of the run.',
      hint: 'Optional: fills the list of runs below',
    },
    dependentLocator(
      {
        displayName: 'Run',
        name: 'runId',
        description: `The run of a ${noun} to use. "Run" and "Get Many" return its ID.`,
        searchListMethod: 'searchRuns',
        what: 'a run',
        idPlaceholder: '6f1d2c3b-0000-4000-8000-000000000000',
      },
      `${parent.name}.value`,
    ),
  ];
}

/** The ID, whichever way it was chosen; as a plain text, too. */
export function readRunId({ parameters }: ItemCall<PlatformClient>): string {
  return requireRunId(parameters.locator('runId'));
}
