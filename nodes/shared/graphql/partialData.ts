import { showHints } from '../operation/hints';
import type { ItemCall } from '../operation/operation';
import { optionsField } from '../parameters/collections';

export const partialDataOption = optionsField(
  'How to handle a response with both data and errors',
  [
    {
      displayName: 'Accept Partial Data',
      name: 'acceptPartialData',
      type: 'boolean',
      default: false,
      description: 'Whether to return the data even if the platform reports errors for some fields',
    },
  ],
);

/** Where the user accepts partial data, what was reported beside it becomes a hint at the output. */
export function partialDataCall({ execution, parameters }: ItemCall<unknown>) {
  if (!parameters.boolean('options.acceptPartialData')) return {};
  return {
    onPartialData: ({ message }: Error) =>
      showHints(execution, { message, location: 'outputPane' }),
  };
}
