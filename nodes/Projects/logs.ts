import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
  INodePropertyOptions,
} from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import { keepFittingLines, MAX_LINES } from '../../platform/runs/logs/bounds';
import type { LogPart, WantedLines } from '../../platform/runs/logs/logPart';
import { showHints } from '../shared/operation/hints';
import type { ItemCall } from '../shared/operation/operation';
import { IN_TOOL, isTool } from '../shared/tools/toolOutput';

export const LOG_STREAMS: INodePropertyOptions[] = [
  { name: 'Environment Variables (Errors)', value: 'ENVVARS_STDERR' },
  { name: 'Environment Variables (Output)', value: 'ENVVARS_STDOUT' },
  { name: 'Errors', value: 'STDERR' },
  { name: 'Orchestration (Errors)', value: 'ORCHESTRATION_STDERR' },
  { name: 'Orchestration (Output)', value: 'ORCHESTRATION_STDOUT' },
  { name: 'Output', value: 'STDOUT' },
];

export const logFields: INodeProperties[] = [
  {
    displayName: 'Lines',
    name: 'lines',
    type: 'options',
    default: 'last',
    description: 'Which lines to get',
    options: [
      { name: 'All', value: 'all', description: 'Get up to 100,000 lines from the start' },
      { name: 'First', value: 'first' },
      {
        name: 'Last',
        value: 'last',
        description: 'Usually, these lines explain a failure',
      },
    ],
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    default: 50,
    typeOptions: { minValue: 1 },
    description: 'Max number of results to return',
    displayOptions: { show: { lines: ['first', 'last'] } },
  },
  {
    displayName: 'Return As',
    name: 'output',
    type: 'options',
    default: 'items',
    displayOptions: { hide: IN_TOOL },
    description: 'How to return the lines',
    options: [
      { name: 'One Item per Line', value: 'items' },
      { name: 'One Text', value: 'text', description: 'Return one item with all lines as text' },
    ],
  },
];

const MAX_TOOL_CHARACTERS = 100_000;
const executionsWithHint = new WeakSet<IExecuteFunctions>();

export function readWantedLines({ parameters }: ItemCall<PlatformClient>): WantedLines {
  return {
    which: parameters.choice<WantedLines['which']>('lines'),
    limit: parameters.number('limit'),
  };
}

/**
 * Returns an item for each line, or one item with the text of all lines. An agent always gets the text. If lines were left out,
 * `isCut` is true on every item, and one hint reports it for all logs that the node reads.
 * @param ownerFields added to each item, such as `{ runId }`
 */
export function buildLogItems<Line extends { value: string }>(
  call: ItemCall<PlatformClient>,
  part: LogPart<Line>,
  { which, limit }: WantedLines,
  ownerFields: Record<string, string>,
): INodeExecutionData[] {
  const { execution, parameters } = call;
  const end = which === 'last' ? 'last' : 'first';
  const fitting = isTool(execution)
    ? keepFittingLines(part.lines, end, MAX_TOOL_CHARACTERS)
    : { lines: part.lines, isCut: false };
  const { lines } = fitting;
  const isCut = part.isCut || fitting.isCut;
  if (isCut && !executionsWithHint.has(execution)) {
    executionsWithHint.add(execution);
    const isLimited = which !== 'all' && lines.length === limit && limit < MAX_LINES;
    const cause = fitting.isCut
      ? ' A tool returns up to 100,000 characters.'
      : part.isTooLarge
        ? ' At most 20 million characters of a log are returned.'
        : isLimited
          ? ' Increase the limit to get more.'
          : '';
    const advice = end === 'last' ? '' : ' Set "Lines" to "Last" to get the last lines.';
    const message = `Some lines were left out: only the ${end} lines of a log were returned. The field "isCut" shows which logs are affected.${cause}${advice}`;
    showHints(execution, { message, location: 'outputPane' });
  }
  if (isTool(execution) || parameters.choice('output') === 'text') {
    const text = lines.map(({ value }) => value).join('\n');
    return [{ json: { text, lines: lines.length, isCut, ...ownerFields } }];
  }
  return lines.map((line) => ({ json: { ...line, isCut, ...ownerFields } }));
}
