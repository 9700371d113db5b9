import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Generation, type Sandbox } from '../../../sandbox';
import { writtenAnewBy } from '../../support/writtenAnew';
import { RAW } from './raw';
import type { Row } from './row';
import { ROWS } from './rows';
import { readColumn, writeColumn, type Column } from './table';

/** A sentence that says what this platform does not have. */
const LACKS = /^This platform (?:cannot|has no) /;

/** The sandbox serves one catalog, settings and files, whatever the generation: they are tried once, and no column has them. */
const isOfGeneration = ({ node }: Row) => node.startsWith('Projects');
const rowsOf = (generation: Generation) =>
  ROWS.filter((row) => generation === 'recent' || isOfGeneration(row));

/**
 * Runs every operation on a platform of one generation and holds its column of the docs against it.
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
    async (row) => {
      const { name, node, operation, perform } = row;
      const { json, error } = await perform(sandbox);
      if (isOfGeneration(row)) column.set(name, !error);
      const key = `${node}/${operation}`;
      outputs.set(key, [...(outputs.get(key) ?? []), ...json]);
      if (error) {
        expect(`${error.message} ${error.description}`).not.toMatch(RAW);
        expect(error.message).toMatch(LACKS);
        expect(isOfGeneration(row)).toBe(true);
      } else if (operation !== 'environmentVariable/getAll') {
        expect(json.length).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test('its column in docs/dev/generations.md is what happens', () => {
    if (process.env.UPDATE_DOCS === '1') writeColumn(generation, column);
    writtenAnewBy('UPDATE_DOCS=1 npm test -- test/nodes/generations', () =>
      expect(Object.fromEntries(readColumn(generation))).toEqual(Object.fromEntries(column)),
    );
  });
  return outputs;
}
