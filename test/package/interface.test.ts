import { PACKAGE_FOLDER } from '../support/packedPackage';
import { readText } from '../support/repository';
import { differences } from '../../schemas/interface/compare';
import { describeNode, describePackage } from '../../schemas/interface/describe';
import { textOf, type Field, type Interface } from '../../schemas/interface/recorded';

const RECORDED = readText('interface.json');

const WHAT_TO_DO = `Saved workflows rely on it. Keep it, and put the change into a new version of the node beside the old
one: CONTRIBUTING.md, "Change what is recorded".`;

test('everything that saved workflows rely on is as interface.json has it', () => {
  const built = describePackage(PACKAGE_FOLDER);
  const { breaks, additions } = differences(JSON.parse(RECORDED) as Interface, built);
  if (breaks.length > 0) throw new Error([...breaks, WHAT_TO_DO].join('\n'));
  if (textOf(built) !== RECORDED) {
    throw new Error(
      [...additions, 'Record what is new: run "npm run interface" and commit interface.json.'].join(
        '\n',
      ),
    );
  }
});

/** A node of each kind of entry, small enough to see what was changed. */
const SMALL: Interface = {
  credentials: { api: { fields: { url: { type: 'string', default: '', required: true } } } },
  nodes: {
    'example 1': {
      shape: { inputs: ['main'], outputs: ['main'], isTool: true },
      credentials: { api: { if: { hide: { resource: ['file'] } } } },
      parameters: {
        resource: { type: 'options', default: 'job', choices: ['file', 'job'] },
        'job: operation': { type: 'options', default: 'run', choices: ['get', 'run'] },
        'job/run: jobId': { type: 'resourceLocator', modes: ['id', 'list'], required: true },
        'job/run: source': { type: 'options', default: 'url', choices: ['file', 'url'] },
        'job/run: url': { type: 'string', default: '', if: { show: { source: ['url'] } } },
        'job/run: names': { type: 'string', default: [], isList: true },
        'job/run: options': { type: 'collection', default: {} },
        'job/run: options.timeout': { type: 'number', default: 300, min: 1, max: 900 },
        'job/run: options.quiet': { type: 'boolean', default: false },
        'job/run: options.note': { type: 'string', if: { show: { quiet: [false] } } },
      },
      outputs: { 'job/run: id': 'string', 'job/run: version.number': 'integer' },
    },
  },
};

type Change = (small: Interface) => void;
const node = (small: Interface) => small.nodes['example 1'] as Interface['nodes'][string];

/** Sets what a parameter has; one that is undefined goes, and a parameter that is not there is new. */
const set =
  (name: string, change: Partial<Field>): Change =>
  (small) =>
    Object.assign((node(small).parameters[name] ??= { type: 'string', default: '' }), change);

const remove =
  (name: string): Change =>
  (small) =>
    delete node(small).parameters[name];

const all =
  (...changes: Change[]): Change =>
  (small) =>
    changes.forEach((change) => change(small));

/** Another credential of the node. */
const credential =
  (name: string, asked: Interface['nodes'][string]['credentials'][string]): Change =>
  (small) =>
    (node(small).credentials[name] = asked);

const changed = (change: Change) => {
  const now = structuredClone(SMALL);
  change(now);
  // As it is written and read again.
  return differences(SMALL, JSON.parse(JSON.stringify(now)) as Interface);
};

/** A change of a parameter, and what is said of it after its name. */
const REFUSED_OF_PARAMETERS: Array<[string, string, Partial<Field>, string]> = [
  ['another default', 'job: operation', { default: 'get' }, 'default was "run", is "get"'],
  ['another type', 'job/run: options.quiet', { type: 'string' }, 'type was boolean, is string'],
  ['a choice less', 'job/run: source', { choices: ['url'] }, 'choices gone: file'],
  ['choices for anything', 'job/run: url', { choices: ['http://a'] }, 'takes only http://a'],
  ['a way to name a thing less', 'job/run: jobId', { modes: ['list'] }, 'modes gone: id'],
  ['a parameter is required', 'job/run: url', { required: true }, 'is required now'],
  ['a narrower bound', 'job/run: options.timeout', { max: 600 }, 'greatest is 600 now'],
  ['one value for a list', 'job/run: names', { isList: undefined }, 'is no list any more'],
];

test.each(REFUSED_OF_PARAMETERS)('refused: %s, of %s', (_kind, name, change, message) => {
  expect(changed(set(name, change)).breaks).toEqual([`example 1, ${name}: ${message}`]);
});

const REFUSED: Array<[string, Change, string]> = [
  ['a parameter is removed', remove('job/run: url'), 'example 1, job/run: url is gone'],
  [
    'a new parameter is required and has no default',
    set('job/run: reason', { required: true }),
    'example 1, job/run: reason is new and required, without a default',
  ],
  [
    'a condition more',
    set('job/run: options.note', { if: { show: { quiet: [true] } } }),
    'example 1, job/run: options.note is not there any more where quiet is false',
  ],
  [
    'an output less',
    (now) => delete node(now).outputs['job/run: version.number'],
    'example 1 puts out job/run: version.number is gone',
  ],
  [
    'an output of another type',
    (now) => (node(now).outputs['job/run: id'] = 'integer'),
    'example 1 puts out job/run: id was string, is integer',
  ],
  [
    'a version of a node is dropped',
    (now) => (now.nodes = { 'example 2': node(now) }),
    'node example 1 is gone',
  ],
  [
    'a branch less',
    (now) => (node(now).shape.outputs = []),
    'example 1: outputs were "main", are ""',
  ],
  ['a node is no tool', (now) => delete node(now).shape.isTool, 'example 1 is no tool any more'],
  [
    'a credential is required',
    credential('api', { if: { hide: { resource: ['file'] } }, required: true }),
    'example 1: credential api is required now',
  ],
  [
    'another credential is required',
    credential('other', { required: true }),
    'example 1: credential other is required now',
  ],
  [
    'a credential is not asked for',
    credential('api', { if: { hide: { resource: ['file', 'job'] } } }),
    'example 1: credential api is not there any more where resource is "job"',
  ],
  ['a credential is removed', (now) => delete now.credentials.api, 'credential api is gone'],
];

test.each(REFUSED)('refused: %s', (_kind, change, message) => {
  expect(changed(change).breaks).toEqual([message]);
});

const WITH_BUCKET = set('job/run: source', { choices: ['bucket', 'file', 'url'] });
const WITH_STOP = set('job: operation', { choices: ['get', 'run', 'stop'] });
const LOCATOR: Partial<Field> = {
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
};

const FREE: Array<[string, Change]> = [
  ['a parameter', set('job/run: options.tag', {})],
  [
    'a required parameter with a default',
    set('job/run: pace', { type: 'number', default: 1, required: true }),
  ],
  [
    'a choice with a required parameter of its own',
    all(
      WITH_BUCKET,
      set('job/run: bucket', { required: true, if: { show: { source: ['bucket'] } } }),
    ),
  ],
  ['a field shown for more', set('job/run: url', { if: { show: { source: ['url', 'file'] } } })],
  ['an output', (now) => (node(now).outputs['job/run: tag'] = 'string')],
  ['an operation with what it requires', all(WITH_STOP, set('job/stop: jobId', LOCATOR))],
  ['a version of a node', (now) => (now.nodes['example 1.1'] = structuredClone(node(now)))],
  ['a wider bound', set('job/run: options.timeout', { max: undefined })],
];

test.each(FREE)('free: %s', (_kind, change) => {
  expect(changed(change).breaks).toEqual([]);
});

test('what is new is reported, so that it is recorded', () => {
  const { additions } = changed(all(set('job/run: options.tag', {}), WITH_STOP));
  expect(additions).toEqual([
    'example 1, job: operation: choices new: stop',
    'example 1, job/run: options.tag is new',
  ]);
});

test('of a node with several versions, each is recorded with its own default', () => {
  const output = (value: string, versions: unknown[]) => ({
    ...{ displayName: 'Output', name: 'output', type: 'string', default: value },
    displayOptions: { show: { '@version': versions } },
  });
  const description = {
    ...{ name: 'example', group: ['transform'], inputs: ['main'], outputs: ['main'] },
    properties: [output('items', [1]), output('page', [{ _cnd: { gte: 1.1 } }])],
  };
  const ofVersion = (version: number) =>
    describeNode(description as never, version, () => undefined).parameters;
  const [items, page] = ['items', 'page'].map((value) => ({ output: { default: value } }));
  expect([ofVersion(1), ofVersion(1.1)]).toMatchObject([items, page]);
});
