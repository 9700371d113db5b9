import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, type Generation, GENERATIONS, PROJECT_IDS, type Sandbox } from '../../../sandbox';
import { pipelineOf, start } from '../../operations/onSandbox';
import { takeTableSample } from '../../support/cases';
import { findMissingFields, findSchemaMismatches } from '../../support/descriptions/outputSchema';
import { getOutputFields } from '../../support/descriptions/outputs';
import { readDescription, NODE_FOLDERS } from '../../support/descriptions/packageNodes';
import { pollNode, type PollOptions } from '../../support/engine/poll';
import { sandboxForAllTests } from '../../support/testSandbox';
import { compareGenerated } from '../../support/compareGenerated';
import { triggerNode } from '../ConfFilesTrigger/support';
import { projectsTrigger } from '../ProjectsTrigger/support';
import { TRIES } from '../tries/everyOperation';
import { RAW, runTry } from '../tries/operationTry';
import { type Column, readColumn, writeColumn } from './table';

/** One try on a platform of each generation. Its name stands in docs/dev/generations.md. */
interface Row {
  /** As there, with its resource: `job.run`. */
  name: string;
  node: string;
  /** As `job/get`; empty for a trigger. */
  operation: string;
  /** Tries it once or more, with parameters that fit a seeded sandbox. The first error counts. */
  perform(sandbox: Sandbox): Promise<Outcome>;
}

interface Outcome {
  json: IDataObject[];
  error?: (Error & { description?: string | null }) | undefined;
}

const OPERATION_ROWS = [...new Set(TRIES.map(({ row }) => row))].map((name): Row => {
  const ofRow = TRIES.filter(({ row }) => row === name);
  const { node = '', operation = '' } = ofRow[0] ?? {};
  return {
    ...{ name, node, operation },
    async perform(sandbox) {
      const json: IDataObject[] = [];
      for (const tried of ofRow) {
        const outcome = await runTry(sandbox, tried);
        if (outcome.error) return outcome;
        json.push(...outcome.json);
      }
      return { json };
    },
  };
});

const RUN_EVENTS = ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'];
const DEADLINE_EVENTS = ['notSucceededInTime', 'recovered', 'runTooLong', 'scheduleMissed'];
const APP_EVENTS = ['appStarted', 'appStopped', 'appFailed', 'appRecovered'];
const SUCCEEDING = { queueSeconds: 0, durationSeconds: 0, outcome: 'SUCCEEDED' } as const;
const FAILING = {
  ...SUCCEEDING,
  outcome: 'FAILED',
  outcomeDetails: 'The container was ended: out of memory',
} as const;

/** Prepares the platform before the first poll of a trigger. @returns function that makes the later changes */
type Prepare = (sandbox: Sandbox) => () => unknown;

const addJob = ({ store }: Sandbox) =>
  store.addJob({ projectId: PROJECT_IDS.retail, script: FAILING }).id;

/** The job itself, or a pipeline around it. */
type Started = typeof pipelineOf;
const itself: Started = (_sandbox, jobId) => jobId;

const fail =
  (of: Started): Prepare =>
  (sandbox) =>
  () =>
    start(sandbox, of(sandbox, addJob(sandbox)));

const recover =
  (of: Started): Prepare =>
  (sandbox) => {
    const jobId = addJob(sandbox);
    const id = of(sandbox, jobId);
    start(sandbox, id);
    return () => {
      sandbox.store.setScript(jobId, SUCCEEDING);
      start(sandbox, id);
    };
  };

const startApp: Prepare = ({ store }) => {
  const { technologyId = '' } = store.apps.find(APP_IDS.gridApi) ?? {};
  const script = { startSeconds: 0 };
  const app = store.apps.add({ projectId: PROJECT_IDS.retail, technologyId, script });
  return () => store.apps.begin(app.id, 'STARTING');
};

const PROJECT_TRIGGERS: Array<[name: string, kind: string, events: string[], Prepare]> = [
  ['runs of jobs', 'jobs', RUN_EVENTS, fail(itself)],
  ['runs of pipelines', 'pipelines', RUN_EVENTS, fail(pipelineOf)],
  ['deadlines of jobs', 'jobs', DEADLINE_EVENTS, recover(itself)],
  ['deadlines of pipelines', 'pipelines', DEADLINE_EVENTS, recover(pipelineOf)],
  ['apps', '', APP_EVENTS, startApp],
];

type Trigger = Pick<PollOptions, 'type' | 'parameters' | 'credentials'>;

function triggerRow(
  node: string,
  name: string,
  triggerOf: (sandbox: Sandbox) => Trigger,
  prepare: Prepare,
): Row {
  return {
    ...{ name: `${node}.${name}`, node, operation: '' },
    async perform(sandbox) {
      const trigger = triggerOf(sandbox);
      const workflowId = `${trigger.type} ${JSON.stringify(trigger.parameters)}`;
      const change = prepare(sandbox);
      try {
        const { staticData } = await pollNode({ ...trigger, workflowId });
        change();
        return await pollNode({ ...trigger, workflowId, staticData });
      } catch (error) {
        return { json: [], error: error as Error };
      }
    },
  };
}

const ROWS: Row[] = [
  ...OPERATION_ROWS,
  ...PROJECT_TRIGGERS.map(([name, kind, events, prepare]) => {
    const watched = kind ? { ids: [kind] } : { resource: 'app' };
    const parameters = { ...watched, events, options: { includeVariables: true } };
    const triggerOf = (sandbox: Sandbox) => projectsTrigger(sandbox, parameters);
    return triggerRow('ProjectsTrigger', name, triggerOf, prepare);
  }),
  triggerRow(
    'ConfFilesTrigger',
    'files',
    triggerNode,
    ({ confFiles }) =>
      () =>
        confFiles.write('/watched.conf', 'a=1'),
  ),
];

/** The sandbox serves one catalog, settings and files, whatever the generation: they are tried once, and no column has them. */
const isOfGeneration = ({ node }: Row) => node.startsWith('Projects');
/** In `npm test`, each on the newest generation and on one other. */
const PLAYED = takeTableSample<Row, Generation>(
  ROWS.filter(isOfGeneration),
  GENERATIONS.filter((generation) => generation !== 'recent'),
);
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
    compareGenerated(() =>
      expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(column)),
    );
  });
});

test('every trigger is tried on every generation', () => {
  const triggers = NODE_FOLDERS.filter((node) => readDescription(node).group.includes('trigger'));
  expect(ROWS.map(({ node }) => node)).toEqual(expect.arrayContaining(triggers));
});

/** Fields of some runs and some events only, and of plans with more than fits or with drift alone. */
const SOMETIMES =
  /(^|\.)(changesLeftOut|leftOut|usualSeconds|details|timedOut|lastLogLines|logError|variablesLeftOut|variablesError|statusDetails|statusReason|stoppedBy|failure)$/;

const isOfFailed = (node: string, operation: string, field: string) =>
  !Object.hasOwn(getOutputFields(node, operation), field.replace(/\..*/s, ''));

test('outputs have the fields of their schemas, and no others', () => {
  // The output of "Call Operation" and the like depends on the platform.
  const described = ROWS.filter(({ operation }) => !operation.startsWith('graphql/'));
  const wrong = described.flatMap(({ node, operation }) => {
    const items = outputs.get(`${node}/${operation}`) ?? [];
    const missing = findMissingFields(node, operation, items).filter(
      (field) => !SOMETIMES.test(field) && !isOfFailed(node, operation, field),
    );
    return [
      ...(items.length > 0 ? [] : [`${node}/${operation} puts nothing out`]),
      ...items
        .flatMap((item) => findSchemaMismatches(node, operation, item))
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
  if (!('url' in getOutputFields('Projects', operation))) return [];
  const things = json.filter(({ kind }) => kind !== 'total');
  for (const thing of things) expect(thing.url).not.toBeUndefined();
  return PROJECT_UNKNOWN.includes(operation) ? [] : links.filter(({ url }) => url === null);
}

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
    expect(error?.description).toContain('Ask a platform administrator to turn on introspection');
    expect(changes()).toBe(before);
  });
});
