import { isInputObjectType, isObjectType, type GraphQLInputObjectType } from 'graphql';
import { resources } from '../../../nodes/Projects/resources';
import { hasInputPath } from '../../../platform/graphql/call/inputObject';
import { ENTITIES } from '../../../platform/projectFiles/kinds';
import type { EntityKind } from '../../../platform/projectFiles/tree';
import type { Destination, WantedStep } from '../../../platform/projectFiles/plan/step';
import { toCurrentEntries } from '../../../platform/projectFiles/target/currentEntries';
import type { Snapshot } from '../../../platform/projectFiles/target/snapshot';
import { toVersionSettings } from '../../../platform/resources/app/app';
import { APP } from '../../../platform/resources/app/fields';
import { VARIABLE } from '../../../platform/resources/environmentVariable/fields';
import { JOB } from '../../../platform/resources/job/fields';
import { PIPELINE } from '../../../platform/resources/pipeline/fields';
import { VOLUME } from '../../../platform/resources/volumeFields';
import {
  collectInputPaths,
  withoutInformationalFields,
  type EntityFields,
  type EntityTable,
} from '../../../platform/resources/entityFields';
import { valueAt } from '../../../platform/common/text/values';
import { GENERATIONS } from '../../../sandbox';
import { toClientSchema } from '../../support/toClientSchema';
import { buildGenerationSchema } from '../../support/generationSchemas';

/** Selections, places, outputs and JSON Schemas are made of these tables. What is written by hand is compared with them here. */
const TABLES: Record<string, EntityTable> = {
  job: JOB,
  pipeline: PIPELINE,
  app: APP,
  volume: VOLUME,
  environmentVariable: { settings: VARIABLE },
};

const tableOf = (kind: string) => TABLES[kind] as EntityTable;
const settingsIn = (fields: EntityFields = {}) => Object.keys(collectInputPaths(fields));
const changeable = ({ settings }: EntityTable) =>
  settingsIn(Object.fromEntries(Object.entries(settings).filter(([, field]) => !field.isFixed)));

const settable = ({ settings, version }: EntityTable) => [
  ...settingsIn(settings),
  ...settingsIn(version),
];

const OPERATIONS: Record<string, (table: EntityTable) => string[]> = {
  ...{ create: settable, upsert: settable, set: settable },
  ...{ update: changeable, duplicate: changeable },
  addVersion: ({ version }) => settingsIn(version),
};

/** Settings that a parameter of another name gives, or that an operation cannot have. */
const BY_OTHER_NAMES: Record<string, Record<string, string | null>> = {
  'job/create': { usePreviousArtifact: null },
  'job/upsert': { usePreviousArtifact: null },
  'app/create': { dockerImage: 'image', runtimeContextId: 'contextId' },
};

const CASES = resources.flatMap(({ value: kind, operations }) =>
  operations.flatMap((operation) =>
    kind in TABLES && operation.value in OPERATIONS
      ? [{ kind, operation: operation.value, fields: operation.fields }]
      : [],
  ),
);

test.each(CASES)('nodes: $kind/$operation takes what can be set', ({ kind, operation, fields }) => {
  const table = tableOf(kind);
  // In collections, whose values are passed on by name.
  const passedOn = fields
    .filter(({ type, name }) => type === 'collection' && name !== 'options')
    .flatMap(({ options = [] }) => options.map(({ name }) => name))
    .filter((name) => name !== 'moreFields');
  const all = new Set([...fields.map(({ name }) => name), ...passedOn]);
  const otherNames = BY_OTHER_NAMES[`${kind}/${operation}`] ?? {};
  const missing = (OPERATIONS[operation]?.(table) ?? [])
    .map((name) => (name in otherNames ? otherNames[name] : name))
    .filter((name) => typeof name === 'string' && !all.has(name));
  const unknown = passedOn.filter((name) => !settable(table).includes(name));
  expect([
    ...missing.map((name) => `nodes/Projects/resources/${kind}: "${operation}" has no "${name}"`),
    ...unknown.map((name) => `the table of "${kind}" sets no "${name}", which "${operation}" has`),
  ]).toEqual([]);
});

const SCHEMAS = GENERATIONS.map(buildGenerationSchema);
const CLIENT_SCHEMAS = SCHEMAS.map(toClientSchema);

/** Of the schemas, in any generation of the platform: the types that tell fields, as `JobVersion`. */
const TYPES = Object.entries(TABLES).flatMap(([kind, { settings, version }]) => {
  const type = kind.replace(/^./, (letter) => letter.toUpperCase());
  const ofVersion: Array<[string, EntityFields]> = version ? [[`${type}Version`, version]] : [];
  return [[type, settings] as [string, EntityFields], ...ofVersion];
});
const INPUTS: ReadonlyArray<[types: string[], fields: EntityFields]> = [
  ...TYPES.filter(([type]) => !type.startsWith('Pipeline')).map(
    ([type, fields]): [string[], EntityFields] => [[`${type}Input`, `${type}EditionInput`], fields],
  ),
  [
    ['GraphPipelineInput', 'PipelineInput', 'PipelineEditionInput'],
    { ...PIPELINE.settings, ...PIPELINE.version },
  ],
];

/** What platforms have and no table: why, and of which type. */
const LEFT_OUT: Record<string, Record<string, string>> = {
  'Read by itself, or beside the rest': {
    Job: 'instances versions',
    JobVersion: 'isCurrent',
    Pipeline: 'instances versions projectId',
    PipelineVersion: 'isCurrent',
    App: 'versions currentVersion',
    AppInput: 'version',
  },
  'Told elsewhere: by what is linked': {
    Job: 'pipelines',
  },
  'Of platforms before 2022: resources of the job replace it': {
    JobVersion: 'resources',
    JobVersionInput: 'resources',
  },
};
const leftOut = Object.values(LEFT_OUT).flatMap((types) =>
  Object.entries(types).flatMap(([type, names]) =>
    names.split(' ').map((name) => `${type}.${name}`),
  ),
);
const ELSEWHERE = ['JobVersion.dockerImage'];

function membersOf(name: string): string[] {
  const types = SCHEMAS.map((schema) => schema.getType(name));
  const members = types.flatMap((type) =>
    isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [],
  );
  return [...new Set(members)].map((member) => `${name}.${member}`);
}

test.each(TYPES)('platforms: what %s reports is read, or there is a reason', (type, fields) => {
  const asked = Object.entries(fields).filter(([, { select }]) => select !== false);
  const wanted = asked.map(([name]) => `${type}.${name}`);
  const told = membersOf(type);
  expect({
    'not told by the sandbox': wanted.filter((name) => ![...told, ...ELSEWHERE].includes(name)),
    'not in the table': told.filter((name) => ![...wanted, ...leftOut].includes(name)),
  }).toEqual({ 'not told by the sandbox': [], 'not in the table': [] });
});

test.each(INPUTS)('platforms: what %s takes can be set, or there is a reason', (types, fields) => {
  const places = Object.entries(collectInputPaths(fields));
  const inputs = CLIENT_SCHEMAS.flatMap((schema) =>
    types.flatMap((type) => (schema.getType(type) ?? []) as GraphQLInputObjectType),
  );
  const isTaken = (place: string) => inputs.some((input) => hasInputPath(input, place));
  const outer = places.flatMap(([, paths]) => paths.map((path) => path.split('.')[0]));
  const untold = types
    .flatMap(membersOf)
    .filter((name) => !outer.includes(name.split('.')[1]) && !leftOut.includes(name))
    // The ID of what is changed.
    .filter((name) => !name.endsWith('Input.id'));
  const notTaken = places.filter(([, paths]) => !paths.some(isTaken)).map(([name]) => name);
  expect({ 'not taken by the sandbox': notTaken, 'not in the table': untold }).toEqual({
    'not taken by the sandbox': [],
    'not in the table': [],
  });
});

test('no reason is given for what is not there', () => {
  const types = [...TYPES.map(([type]) => type), ...INPUTS.flatMap(([inputs]) => inputs)];
  const members = types.flatMap(membersOf);
  expect(leftOut.filter((name) => !members.includes(name))).toEqual([]);
});

/** As platforms tell what is no text and no flag. */
const TOLD: Record<string, unknown> = {
  alerting: { emails: ['ops@example.com'], statusList: ['FAILED'], loginEmails: [{ login: 'a' }] },
  resources: { cpu: { request: 1, limit: 2 } },
  dockerInfo: { image: 'etl:1', dockerCredentialsId: 'c' },
  extraTechnology: { language: 'Python', version: '3.12' },
  packageInfo: { name: 'main.py', downloadUrl: 'https://platform.example.com/main.py' },
  ports: [{ number: 80, isRewriteUrl: false }],
  volumesWithPath: [{ path: '/data', volume: { id: 'v' } }],
  graph: { jobNodes: [{ id: 'n', job: { id: 'j' }, nextNodes: [] }], conditionNodes: [] },
};

function toldOf(fields: EntityFields = {}): Record<string, unknown> {
  const told = Object.entries(fields).flatMap(([name, { file }]) =>
    file ? [[name, TOLD[name] ?? (file.shape === 'flag' ? true : `a ${name}`)] as const] : [],
  );
  return Object.fromEntries(told);
}

const PROJECT_KINDS: EntityKind[] = ['volume', 'job', 'app', 'pipeline'];

test.each(PROJECT_KINDS)('files: a %s is exported and deployed as its table says', (kind) => {
  const { settings, version = {} } = tableOf(kind);
  const current = toldOf(version);
  const entity = { id: 'e', ...toldOf(settings), versions: [current], currentVersion: current };
  const project: Snapshot = {
    id: 'p',
    name: 'Project',
    entities: { job: [], volume: [], app: [], pipeline: [], [kind]: [entity] },
    variables: new Map(),
    technologies: new Map(),
    dockerCredentials: [{ id: 'c', username: 'me' }],
    jobCategories: [],
  };
  const ids = { job: new Map([['load', 'j']]), volume: new Map([['data', 'v']]) };
  const [wanted] = toCurrentEntries(kind, project, ids);
  const notExported = ENTITIES[kind].fields.filter(
    ({ path }) => valueAt(wanted?.doc, path) === undefined,
  );

  const destination = { ids } as unknown as Destination;
  const given = { kind, wanted, contextId: 'x', dockerCredentialsId: 'c' };
  const step = given as unknown as WantedStep;
  const sent = new Map(Object.entries(ENTITIES[kind].toVersionSettings?.(step, destination) ?? {}));
  const inFiles = Object.entries(version).filter(([, { file }]) => file);
  const notSet = settingsIn(Object.fromEntries(inFiles)).filter(
    (name) => sent.get(name) === undefined,
  );
  expect([
    ...notExported.map(({ path }) => `projectFiles/kinds/${kind}.ts exports no "${path}"`),
    ...notSet.map((name) => `projectFiles/kinds/${kind}.ts sets no "${name}"`),
  ]).toEqual([]);
});

test('add version: an app keeps what it runs', () => {
  const kept = toVersionSettings(toldOf(APP.version) as Parameters<typeof toVersionSettings>[0]);
  const lost = settingsIn(withoutInformationalFields(APP.version)).filter(
    (name) => !(name in kept),
  );
  expect(lost.map((name) => `resources/app/app.ts keeps no "${name}"`)).toEqual([]);
});
