import type { IExecuteFunctions } from 'n8n-workflow';
import { showHints } from '../hints';
import { readCollection } from '../parameters/readCollection';
import { optionsField } from '../parameters/collections';

export const partialDataOption = optionsField(
  'What to do with an answer that holds data and errors',
  [
    {
      displayName: 'Accept Partial Data',
      name: 'acceptPartialData',
      type: 'boolean',
      default: false,
      description:
        'Whether to go on with the data that came when the platform also reported that some fields failed',
    },
  ],
);

/** Where the user accepts partial data, what was reported beside it becomes a hint at the output. */
export function partialDataCall(execution: IExecuteFunctions, itemIndex: number) {
  const { acceptPartialData } = readCollection(execution, 'options', itemIndex);
  if (acceptPartialData !== true) return {};
  return {
    onPartialData: ({ message }: Error) =>
      showHints(execution, { message, location: 'outputPane' }),
  };
}
