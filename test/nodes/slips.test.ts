import type { INodeProperties } from 'n8n-workflow';
import { sampleOfTable } from '../support/cases';
import { fieldsOf } from '../support/descriptions/fieldValues';
import { everyOperation } from './tries/everyOperation';
import { runTry } from './tries/operationTry';
import { sandboxForAllTests } from '../support/testSandbox';

/** Expressions that give what cannot be sent. */
const SLIPS = ['={{ new Date("none") }}', '={{ BigInt(12) }}', '={{ { "a": [NaN] } }}'];
const TYPES = ['json', 'string', 'resourceLocator', 'resourceMapper'];
const TOLD_AS_DONE = /may have been done|not known whether|look at the platform/i;
/** What only narrows the list of one of these fields in the editor, and is read where that one needs it. */
const NARROWED: ReadonlyMap<string, string[]> = new Map([
  ['projectId', ['jobId', 'pipelineId', 'appId', 'volumeId', 'runId']],
  ['jobId', ['runId']],
  ['pipelineId', ['runId']],
]);

/** What an expression in a field comes to; undefined where the call has nothing that could hold one. */
function slipped({ type, name }: INodeProperties, given: object, expression: string): unknown {
  if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: expression };
  if (type !== 'resourceMapper') return expression;
  const { value } = ((given as Record<string, unknown>)[name] ?? {}) as { value?: object };
  return (
    value && {
      mappingMode: 'defineBelow',
      value: Object.fromEntries(Object.keys(value).map((argument) => [argument, expression])),
    }
  );
}

const sandbox = sandboxForAllTests({ seedRuns: false });

const OPERATIONS = everyOperation();
const PLAYED = sampleOfTable(SLIPS, OPERATIONS);

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s: a value that cannot be sent is refused by name, and never reported as done',
  async (_name, operation) => {
    const [tried] = operation.tries;
    const texts = operation.fields.filter(
      ({ type, required, default: usual }) => required && type === 'string' && usual !== '',
    );
    const defaults = Object.fromEntries(texts.map((field) => [field.name, field.default]));
    const given = { ...defaults, ...tried.parameters(sandbox) };
    const names = new Set(operation.fields.map((field) => field.name));
    const narrows = (field: string) => NARROWED.get(field)?.some((name) => names.has(name));
    const problems: string[] = [];
    for (const expression of PLAYED.get(operation) ?? []) {
      for (const { field, path, parametersWith } of fieldsOf(operation.fields, TYPES)) {
        const written = slipped(field, given, expression);
        if (written === undefined || field.displayOptions?.show?.['@tool']) continue;
        const parameters = parametersWith(given, written);
        const { error, json } = await runTry(sandbox, tried, { parameters });
        // Syncing a folder tells of each file, also of one that failed.
        const told = error ? `${error.message} ${error.description}` : JSON.stringify(json);
        const isRight = told.includes('cannot be sent') && !TOLD_AS_DONE.test(told);
        const isUnread = narrows(path) && !TOLD_AS_DONE.test(told);
        if (!isRight && !isUnread) problems.push(`${path} ${expression}: ${told.slice(0, 200)}`);
      }
    }
    expect(problems).toEqual([]);
  },
);
