import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { readRunId as requireRunId } from '../../../platform/identifiers';
import { dependentLocator } from '../../shared/locators';
import type { ItemCall } from '../../shared/operation';
import type { Runnable } from './runnable';

/** Picks a job or pipeline, which is not sent, then one of its latest runs; or a run by its ID. */
export function runFields({ noun, parentFields }: Runnable): INodeProperties[] {
  const [parent] = parentFields.slice(-1) as [INodeProperties];
  return [
    {
      ...parent,
      required: false,
      description: 'Whose runs to choose from. Not needed where the run is given by its ID.',
      hint: 'Optional: gives the list of runs below',
    },
    dependentLocator(
      {
        displayName: 'Run',
        name: 'runId',
        description: `The run of a ${noun} to work with, by the ID that "Run" and "Get Many" return`,
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
