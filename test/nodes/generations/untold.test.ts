import { sandboxForAllTests } from '../../support/testSandbox';
import { ROWS, type Row } from './rows';

/** Operations of GraphQL modules that are documented or have the same form, or send what a user wrote. */
const WORKS = new Set([
  'project.getAll',
  'job.getAll',
  'job.getAll of all projects',
  'job.run',
  'job.delete',
  'pipeline.run',
  'graphql.executeQuery',
]);
/** Sends nothing, or not to a GraphQL module. */
const NEEDS_NO_GRAPHQL = /^(?:Settings|ConfFiles|ConfFilesTrigger) |^Projects project\/validate$/;

const works = ({ name, node, operation }: Row) =>
  WORKS.has(name.replace(/^Catalog: /, '')) || NEEDS_NO_GRAPHQL.test(`${node} ${operation}`);

describe('introspection off', () => {
  const sandbox = sandboxForAllTests({ introspection: false });

  test.each(ROWS.filter(works))('$name works', async ({ perform }) => {
    const { error } = await perform(sandbox);
    expect(error && `${error.message} ${error.description}`).toBeUndefined();
  });

  test.each(ROWS.filter((row) => !works(row)))('$name says what is missing', async (row) => {
    const changes = () =>
      sandbox.stats.recent.filter(({ body }) => body?.startsWith('{"query":"mutation')).length;
    const before = changes();
    const { json, error } = await row.perform(sandbox);
    expect(json).toEqual([]);
    // A wait names the run, too.
    expect(error?.message).toMatch(
      /(?:^|: )The platform does not return its schema: it refuses introspection/,
    );
    expect(error?.description).toContain('Ask a platform administrator to allow introspection');
    expect(changes()).toBe(before);
  });
});
