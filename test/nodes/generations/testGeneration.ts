import type { IDataObject } from 'n8n-workflow';
import { GENERATIONS, type Generation } from '../../../sandbox';
import { sampleOfTable } from '../../support/cases';
import { writtenAnewBy } from '../../support/writtenAnew';
import { withoutPage } from './links';
import { RAW } from './raw';
import type { Row } from './row';
import { ROWS } from './rows';
import { readColumn, writeColumn, type Column } from './table';
import { sandboxForAllTests } from '../../support/testSandbox';

/** A sentence that says what this platform does not have. */
const LACKS = /^This platform (?:cannot|has no) /;

/** The sandbox serves one catalog, settings and files, whatever the generation: they are tried once, and no column has them. */
const isOfGeneration = ({ node }: Row) => node.startsWith('Projects');
const OLDER = GENERATIONS.filter((generation) => generation !== 'recent');
const PLAYED = sampleOfTable<Row, Generation>(ROWS.filter(isOfGeneration), OLDER);

/**
 * Runs every operation on a platform of one generation and holds its column of the docs against it. In `npm test`, each on
 * the newest generation and on one other.
 * Every address that they put out leads to the right page, below the path of the platform.
 * Gives what the operations put out, by node and operation, once their tests have run.
 */
export function testGeneration(generation: Generation): Map<string, IDataObject[]> {
  const rows = PLAYED.get(generation) ?? ROWS;
  const leftOut = new Set(ROWS.filter((row) => !rows.includes(row)).map(({ name }) => name));
  const column: Column = new Map();
  const outputs = new Map<string, IDataObject[]>();
  const sandbox = sandboxForAllTests({ generation, basePath: '/data' });

  test.each(rows)(
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
      if (!isOfGeneration(row)) return;
      const lost = await withoutPage(sandbox, operation, json);
      if (generation === 'recent') expect(lost).toEqual([]);
    },
    60_000,
  );

  test('its column in docs/dev/generations.md is what happens', () => {
    if (process.env.UPDATE_DOCS === '1') writeColumn(generation, column);
    const documented = [...readColumn(generation)].filter(([name]) => !leftOut.has(name));
    writtenAnewBy('UPDATE_DOCS=1 npm test -- test/nodes/generations', () =>
      expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(column)),
    );
  });
  return outputs;
}
