import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Generation, type Sandbox } from '../../../sandbox';
import { writtenAnewBy } from '../../support/writtenAnew';
import { RAW } from './raw';
import { ROWS } from './rows';
import { cellOf, readColumn, writeColumn, type Column } from './table';

/** A sentence that says what this platform does not have. */
const LACKS = /^This platform (?:cannot|has no) /;

/** The sandbox serves one catalog, settings and files, whatever the generation: their lines stand on one page. */
const rowsOf = (generation: Generation) =>
  ROWS.filter(({ node }) => generation === 'recent' || node.startsWith('Projects'));

/**
 * Runs every operation on a platform of one generation and holds its page of the docs against it.
 * Gives what the operations put out, by node and operation, once their tests have run.
 */
export function testGeneration(generation: Generation): Map<string, IDataObject[]> {
  const column: Column = new Map();
  const outputs = new Map<string, IDataObject[]>();
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ generation });
  });
  afterAll(() => sandbox.close());

  test.each(rowsOf(generation))(
    `$name on a platform that is ${generation}`,
    async ({ name, node, operation, perform }) => {
      const { json, error } = await perform(sandbox);
      column.set(name, cellOf(error?.message));
      const key = `${node}/${operation}`;
      outputs.set(key, [...(outputs.get(key) ?? []), ...json]);
      if (error) {
        expect(`${error.message} ${error.description}`).not.toMatch(RAW);
        expect(error.message).toMatch(LACKS);
      } else if (operation !== 'environmentVariable/getAll') {
        expect(json.length).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test('its page in docs/platform-versions is what happens', () => {
    if (process.env.UPDATE_DOCS === '1') writeColumn(generation, column);
    writtenAnewBy('UPDATE_DOCS=1 npm test -- test/nodes/generations', () =>
      expect(Object.fromEntries(readColumn(generation))).toEqual(Object.fromEntries(column)),
    );
  });
  return outputs;
}
