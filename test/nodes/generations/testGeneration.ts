import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Generation, type Sandbox } from '../../../sandbox';
import { perform } from '../Projects/support';
import { OPERATIONS } from './operations';
import { cellOf, readColumn, writeColumn, type Column } from './table';

/** Words of a GraphQL server that nobody should have to read. */
const RAW =
  /Cannot query field|Unknown argument|Unknown type|GRAPHQL_VALIDATION|undefined|\[object/;

/**
 * Runs every operation on a platform of one generation and holds the table of the docs against it.
 * Gives what the operations put out, once their tests have run.
 */
export function testGeneration(generation: Generation): Map<string, IDataObject[]> {
  const column: Column = new Map();
  const outputs = new Map<string, IDataObject[]>();
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ generation });
  });
  afterAll(() => sandbox.close());

  test.each(OPERATIONS)(
    `$name on a platform that is ${generation}`,
    async (operation) => {
      const [name = ''] = operation.name.split(' ');
      const { json, error } = await perform(sandbox, name, operation.parameters(sandbox));
      column.set(operation.name, cellOf(error?.message));
      outputs.set(name, [...(outputs.get(name) ?? []), ...json]);
      if (error) {
        expect(`${error.message} ${error.description}`).not.toMatch(RAW);
        expect(error.message).toMatch(LACKS);
      } else if (name !== 'environmentVariable.getAll') {
        expect(json.length).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test('the table in docs/platform-versions.md is what happens', () => {
    if (process.env.UPDATE_DOCS === '1') writeColumn(generation, column);
    expect(Object.fromEntries(readColumn(generation))).toEqual(Object.fromEntries(column));
  });
  return outputs;
}

/** A sentence that says what this platform does not have. */
const LACKS = /^This platform (cannot|does not|has no)/;
