import { GENERATIONS, startSandbox, type Sandbox } from '../../../sandbox';
import { ROWS } from './rows';
import { readColumn, cellOf } from './table';

/** What asks for the schema itself. */
const NEEDS_SCHEMA = /graphql\/(?:callOperation|getSchema)$/;
const REHEARSALS = new Set(['jobRun/deleteMany', 'pipelineRun/deleteMany']);
const UNTOLD = 'The platform does not return its schema: introspection is switched off';
/** Words of a GraphQL server, and of nobody, that no user should have to read. */
const RAW =
  /Cannot query field|Unknown argument|Unknown type|GRAPHQL_VALIDATION|undefined|\[object|cannot do this/;

describe.each(GENERATIONS)('introspection off on a platform that is %s', (generation) => {
  let sandbox: Sandbox;
  let cells: Map<string, string>;
  beforeAll(async () => {
    sandbox = await startSandbox({ generation, introspection: false });
    cells = readColumn(generation);
  });
  afterAll(() => sandbox.close());

  test.each(ROWS)(
    '$name',
    async ({ name, operation, perform }) => {
      const { json, error } = await perform(sandbox);
      if (NEEDS_SCHEMA.test(operation)) {
        expect(error?.message).toBe(UNTOLD);
        return;
      }
      if (cells.get(name) === 'works') {
        expect(error && `${error.message} ${error.description}`).toBeUndefined();
        return;
      }
      // A rehearsal changes nothing, so nothing is refused.
      if (!error && REHEARSALS.has(operation)) {
        expect(json).toMatchObject([{ deleted: 0 }]);
        return;
      }
      expect(`${error?.message} ${error?.description}`).not.toMatch(RAW);
      expect(cellOf(error?.message)).toMatch(/^This platform (?:cannot|has no) /);
    },
    60_000,
  );
});
