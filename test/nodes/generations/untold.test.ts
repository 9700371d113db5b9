import { GENERATIONS, startSandbox, type Generation } from '../../../sandbox';
import { sampleOf, sampleOfTable } from '../../support/cases';
import { untilTestEnds } from '../../support/untilTestEnds';
import { sandboxForAllTests } from '../../support/testSandbox';
import { RAW, ROWS, type Row } from './rows';
import { readColumn } from './table';

/** What asks for the schema itself. */
const NEEDS_SCHEMA = /graphql\/(?:callOperation|getSchema)$/;
const REHEARSALS = new Set(['jobRun/deleteMany', 'pipelineRun/deleteMany']);
const UNTOLD = 'The platform does not return its schema: introspection is switched off';
const resourceOf = ({ node, operation }: Row) => `${node} ${operation.replace(/\/.*/, '')}`;

/** In the order of the table: what is asked first tells how old a platform is. */
const PLAYED = sampleOfTable<Row, Generation>(ROWS, GENERATIONS);

describe.each(GENERATIONS)('introspection off on a platform that is %s', (generation) => {
  const sandbox = sandboxForAllTests({ generation, introspection: false });
  const works = readColumn(generation);

  test.each(PLAYED.get(generation) ?? [])(
    '$name',
    async ({ name, operation, perform }) => {
      const { json, error } = await perform(sandbox);
      if (NEEDS_SCHEMA.test(operation)) {
        expect(error?.message).toBe(UNTOLD);
        return;
      }
      if (works.get(name) ?? true) {
        expect(error && `${error.message} ${error.description}`).toBeUndefined();
        return;
      }
      // A rehearsal changes nothing, so nothing is refused.
      if (!error && REHEARSALS.has(operation)) {
        expect(json).toMatchObject([{ deleted: 0 }]);
        return;
      }
      expect(`${error?.message} ${error?.description}`).not.toMatch(RAW);
      expect(error?.message).toMatch(/^This platform (?:cannot|has no) /);
    },
    60_000,
  );
});

// How old a platform is must not depend on what is asked first.
const ASKED_FIRST = GENERATIONS.flatMap((generation) => {
  const works = readColumn(generation);
  return ROWS.filter(
    ({ name, operation }) => (works.get(name) ?? true) && !NEEDS_SCHEMA.test(operation),
  ).map((row) => ({ generation, ...row }));
});
test.each(sampleOf(ASKED_FIRST, resourceOf, ({ generation }) => generation))(
  'introspection off on a platform that is $generation: $name works as the first request',
  async ({ generation, perform }) => {
    const sandbox = await untilTestEnds(startSandbox({ generation, introspection: false }));
    const { error } = await perform(sandbox);
    expect(error && `${error.message} ${error.description}`).toBeUndefined();
  },
);
