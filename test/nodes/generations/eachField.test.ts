import { startSandbox, type Sandbox } from '../../../sandbox';
import { takeSample } from '../../support/cases';
import { untilTestEnds } from '../../support/untilTestEnds';
import { everyOperation, type DescribedOperation } from '../tries/everyOperation';
import {
  findFieldsOfTypes,
  listOtherValues,
  type CheckedField,
} from '../../support/descriptions/fieldValues';
import { RAW, runTry } from '../tries/operationTry';

const TYPES = ['string', 'number', 'boolean', 'options', 'multiOptions', 'dateTime'];

/** Users write there in the platform's own words, and are answered in them. */
const OF_THE_SCHEMA = ['customSelection'];

const WHAT_TO_DO = `Older platforms lack what it asks for. Write the request by the schema, so that the node says in
plain words what is missing: docs/dev/architecture.md, "Documented requests need no schema".`;

/** Hundreds of calls, some of which wait for runs: half a minute on an idle machine. */
const MAX_MS = 300_000;

const FIELDS = everyOperation().flatMap((operation) =>
  findFieldsOfTypes(operation.fields, TYPES)
    .filter(({ field }) => !OF_THE_SCHEMA.includes(field.name))
    .map((checked) => ({ operation, checked })),
);
const GENERATIONS = ['documented', 'middle'] as const;
const PLAYED = takeSample(
  GENERATIONS.flatMap((generation) => FIELDS.map((field) => ({ generation, ...field }))),
  ({ operation }) => operation.name,
  ({ generation, operation, checked }) => `${generation} ${operation.node} ${checked.path}`,
);

/** The two that have least; docs/dev/generations.md has all of them, with the fields of the tries alone. */
test.each(GENERATIONS)(
  'each field alone, with each of its values, works on a platform that is %s or says in plain words what that lacks',
  async (generation) => {
    const sandbox = await untilTestEnds(startSandbox({ generation }));
    const problems: string[] = [];
    const played = PLAYED.filter((one) => one.generation === generation);
    for (const operation of new Set(played.map((field) => field.operation))) {
      const fields = played.filter((one) => one.operation === operation);
      // Some wait for runs.
      const told = fields.map(async ({ checked }) => await rawWords(sandbox, operation, checked));
      problems.push(...(await Promise.all(told)).flat());
    }
    if (problems.length > 0) throw new Error([...problems, WHAT_TO_DO].join('\n'));
  },
  MAX_MS,
);

async function rawWords(
  sandbox: Sandbox,
  operation: DescribedOperation,
  { path, field, buildParameters }: CheckedField,
): Promise<string[]> {
  const [tried] = operation.tries;
  const problems: string[] = [];
  for (const value of listOtherValues(field)) {
    const parameters = buildParameters(tried.parameters(sandbox), value);
    const { error } = await runTry(sandbox, tried, { parameters });
    const told = `${error?.message ?? ''} ${error?.description ?? ''}`;
    if (RAW.test(told)) {
      problems.push(`${operation.name}, ${path} = ${JSON.stringify(value)}: ${told}`);
    }
  }
  return problems;
}
