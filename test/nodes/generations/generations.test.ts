import type { IDataObject } from 'n8n-workflow';
import { type Generation, GENERATIONS, type Sandbox } from '../../../sandbox';
import { sampleOfTable } from '../../support/cases';
import { neverPutOut, schemaMismatches } from '../../support/descriptions/outputSchema';
import { outputOf } from '../../support/descriptions/outputs';
import { describedNode, NODE_FOLDERS } from '../../support/descriptions/packageNodes';
import { sandboxForAllTests } from '../../support/testSandbox';
import { writtenByDocs } from '../../support/writtenByDocs';
import { RAW, type Row, ROWS } from './rows';
import { type Column, readColumn, writeColumn } from './table';

/** The sandbox serves one catalog, settings and files, whatever the generation: they are tried once, and no column has them. */
const isOfGeneration = ({ node }: Row) => node.startsWith('Projects');
/** In `npm test`, each on the newest generation and on one other. */
const PLAYED = sampleOfTable<Row, Generation>(
  ROWS.filter(isOfGeneration),
  GENERATIONS.filter((generation) => generation !== 'recent'),
);
/** Outputs on the newest generation, by node and operation. */
/** How a node says that a platform lacks something. */
const LACKS = /^This platform (?:cannot|has no) |: The target does not support /;

const outputs = new Map<string, IDataObject[]>();

describe.each(GENERATIONS)('on a platform that is %s', (generation) => {
  const rows = PLAYED.get(generation) ?? ROWS;
  const column: Column = new Map();
  const sandbox = sandboxForAllTests({ generation, basePath: '/data' });

  test.each(rows)(
    '$name',
    async (row) => {
      const { name, node, operation, perform } = row;
      const { json, error } = await perform(sandbox);
      if (isOfGeneration(row)) column.set(name, !error);
      if (generation === 'recent') {
        const key = `${node}/${operation}`;
        outputs.set(key, [...(outputs.get(key) ?? []), ...json]);
      }
      if (error) {
        expect(`${error.message} ${error.description}`).not.toMatch(RAW);
        expect(`${error.message} ${error.description}`).toMatch(LACKS);
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
    const leftOut = new Set(ROWS.filter((row) => !rows.includes(row)).map(({ name }) => name));
    const documented = [...readColumn(generation)].filter(([name]) => !leftOut.has(name));
    writtenByDocs(() => expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(column)));
  });
});

test('every trigger is tried on every generation', () => {
  const triggers = NODE_FOLDERS.filter((node) => describedNode(node).group.includes('trigger'));
  expect(ROWS.map(({ node }) => node)).toEqual(expect.arrayContaining(triggers));
});

/** Fields of some runs and some events only, and of plans with more than fits or with drift alone. */
const SOMETIMES =
  /(^|\.)(changesLeftOut|leftOut|usualSeconds|details|timedOut|lastLogLines|logError|variablesLeftOut|variablesError|statusDetails|statusReason|stoppedBy|failure)$/;

/** Of a failed item only. */
const isOfFailed = (node: string, operation: string, field: string) =>
  !Object.hasOwn(outputOf(node, operation), field.replace(/\..*/s, ''));

test('outputs have the fields of their schemas, and no others', () => {
  // The output of "Call Operation" and the like depends on the platform.
  const described = ROWS.filter(({ operation }) => !operation.startsWith('graphql/'));
  const wrong = described.flatMap(({ node, operation }) => {
    const items = outputs.get(`${node}/${operation}`) ?? [];
    const missing = neverPutOut(node, operation, items).filter(
      (field) => !SOMETIMES.test(field) && !isOfFailed(node, operation, field),
    );
    return [
      ...(items.length > 0 ? [] : [`${node}/${operation} puts nothing out`]),
      ...items
        .flatMap((item) => schemaMismatches(node, operation, item))
        .map((field) => `${node}: ${field}`),
      ...missing.map((field) => `${node}: ${operation}.${field} is described and never put out`),
    ];
  });
  expect([...new Set(wrong)]).toEqual([]);
});

/** A run by the ID of a job alone: where its project is would cost a request. */
const PROJECT_UNKNOWN = ['job/run', 'pipeline/run'];

interface Link {
  url: string | null;
  /** Of what is there. */
  name: string;
}

/**
 * Follows each address that an operation on projects has put out: it leads to the page of what stands beside it.
 * @returns the things of an operation that has pages which came without one
 */
async function withoutPage(
  sandbox: Sandbox,
  operation: string,
  json: IDataObject[],
): Promise<unknown[]> {
  const links = linksIn(sandbox, json);
  await Promise.all(links.map(follow));
  if (!('url' in outputOf('Projects', operation))) return [];
  const things = json.filter(({ kind }) => kind !== 'total');
  for (const thing of things) expect(thing.url).not.toBeUndefined();
  return PROJECT_UNKNOWN.includes(operation) ? [] : links.filter(({ url }) => url === null);
}

/** Every address in an output, with the name of what it is beside. */
function linksIn(sandbox: Sandbox, value: unknown, nameAround = ''): Link[] {
  if (Array.isArray(value)) return value.flatMap((one) => linksIn(sandbox, one, nameAround));
  if (typeof value !== 'object' || value === null) return [];
  const { jobId, pipelineId, name, url } = value as Record<string, string>;
  const known = sandbox.store.job(jobId ?? '') ?? sandbox.store.pipelines.find(pipelineId ?? '');
  const own = known?.name ?? name ?? nameAround;
  const inside = Object.values(value).flatMap((one) => linksIn(sandbox, one, own));
  return 'url' in value ? [{ url: url ?? null, name: own }, ...inside] : inside;
}

async function follow({ url, name }: Link): Promise<void> {
  if (url === null) return;
  const response = await fetch(url);
  expect({ url, status: response.status }).toEqual({ url, status: 200 });
  const text = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  expect(/<h1>(.*)<\/h1>/.exec(await response.text())?.[1]).toContain(text);
}

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
