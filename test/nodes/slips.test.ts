import { NodeHelpers, type INodeProperties, type INodePropertyCollection } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { sampleOfTable } from '../support/cases';
import { everyOperation, type DescribedOperation } from './tries/everyOperation';
import { describedNode } from '../support/descriptions/packageNodes';
import { runTry } from './tries/operationTry';

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

interface Slip {
  field: string;
  parameters: Record<string, unknown>;
}

/** The parameters of a call with one value after the other replaced: its own, and those of its collections. */
function slipsOf(
  { fields, node, resource, operation }: DescribedOperation,
  given: Record<string, unknown>,
  expression: string,
): Slip[] {
  const description = describedNode(node);
  const shown = (field: INodeProperties) =>
    NodeHelpers.displayParameter(
      { resource, operation, ...given } as never,
      field,
      null,
      description,
    );
  const slipped = (type: string, before: unknown) => {
    if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: expression };
    if (type !== 'resourceMapper') return expression;
    const { value = {} } = before as { value?: object };
    const names = Object.keys(value);
    return {
      mappingMode: 'defineBelow',
      value: Object.fromEntries(names.map((name) => [name, expression])),
    };
  };
  return fields.filter(shown).flatMap((field): Slip[] => {
    const before = given[field.name];
    if (field.type === 'collection') {
      const options = (field.options ?? []) as INodeProperties[];
      return options
        .filter(({ type }) => TYPES.includes(type))
        .map(({ name, type }) => ({
          field: `${field.name}.${name}`,
          parameters: {
            ...given,
            [field.name]: { ...(before as object), [name]: slipped(type, undefined) },
          },
        }));
    }
    if (field.type === 'fixedCollection') {
      const groups = (field.options ?? []) as INodePropertyCollection[];
      return groups.flatMap(({ name, values }) =>
        values
          .filter(({ type }) => TYPES.includes(type))
          .map((entry) => ({
            field: `${field.name}.${name}.${entry.name}`,
            parameters: {
              ...given,
              [field.name]: { [name]: [{ [entry.name]: slipped(entry.type, undefined) }] },
            },
          })),
      );
    }
    if (!TYPES.includes(field.type)) return [];
    const hasNoArguments = field.type === 'resourceMapper' && !before;
    if (hasNoArguments) return [];
    return [
      { field: field.name, parameters: { ...given, [field.name]: slipped(field.type, before) } },
    ];
  });
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterAll(async () => await sandbox.close());

let cases = 0;
afterAll(() => process.stdout.write(`${cases} slips before anything was sent\n`));

const OPERATIONS = everyOperation();
const PLAYED = sampleOfTable(SLIPS, OPERATIONS);

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s: a value that cannot be sent is refused by name, and never reported as done',
  async (_name, operation) => {
    const [tried] = operation.tries;
    const given = tried.parameters(sandbox) as Record<string, unknown>;
    const names = new Set(operation.fields.map((field) => field.name));
    const narrows = (field: string) => NARROWED.get(field)?.some((name) => names.has(name));
    const problems: string[] = [];
    for (const expression of PLAYED.get(operation) ?? []) {
      for (const { field, parameters } of slipsOf(operation, given, expression)) {
        cases++;
        const { error, json } = await runTry(sandbox, tried, { parameters });
        // Syncing a folder tells of each file, also of one that failed.
        const told = error ? `${error.message} ${error.description}` : JSON.stringify(json);
        const isRight = told.includes('cannot be sent') && !TOLD_AS_DONE.test(told);
        const isUnread = narrows(field) && !TOLD_AS_DONE.test(told);
        if (!isRight && !isUnread) problems.push(`${field} ${expression}: ${told.slice(0, 200)}`);
      }
    }
    expect(problems).toEqual([]);
  },
);
