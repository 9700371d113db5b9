import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { differences } from '../../schemas/interface/compare';
import { describePackage } from '../../schemas/interface/describe';
import { textOf, type Field, type Interface } from '../../schemas/interface/recorded';

const RECORDED = readFileSync(path.join(__dirname, '../../interface.json'), 'utf8');
const recorded = () => JSON.parse(RECORDED) as Interface;

const WHAT_TO_DO = `Saved workflows rely on it. Keep it, and put the change into a new version of the node beside the old
one: CONTRIBUTING.md, "Change what is recorded".`;

test('everything that saved workflows rely on is as interface.json has it', () => {
  const built = describePackage(PACKAGE_FOLDER);
  const { breaks, additions } = differences(recorded(), built);
  if (breaks.length > 0) throw new Error([...breaks, WHAT_TO_DO].join('\n'));
  if (textOf(built) !== RECORDED) {
    throw new Error(
      [...additions, 'Record what is new: run "npm run interface" and commit interface.json.'].join(
        '\n',
      ),
    );
  }
});

test('what is recorded is sorted, with one entry in each line', () => {
  expect(textOf(recorded())).toBe(RECORDED);
  expect(RECORDED.split('\n').filter((line) => line.length > 1000)).toEqual([]);
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
const parameter = (small: Interface, name: string) => node(small).parameters[name] as Field;

const changed = (change: Change) => {
  const now = structuredClone(SMALL);
  change(now);
  return differences(SMALL, now);
};

const REFUSED: Array<[string, Change, string | RegExp]> = [
  [
    'a parameter is removed',
    (now) => delete node(now).parameters['job/run: url'],
    'example 1, job/run: url is gone',
  ],
  [
    'a parameter is renamed',
    (now) => {
      node(now).parameters['job/run: options.limit'] = parameter(now, 'job/run: options.timeout');
      delete node(now).parameters['job/run: options.timeout'];
    },
    'example 1, job/run: options.timeout is gone',
  ],
  [
    'another default',
    (now) => (parameter(now, 'job: operation').default = 'get'),
    'example 1, job: operation: default was "run", is "get"',
  ],
  [
    'another type',
    (now) => (parameter(now, 'job/run: options.quiet').type = 'string'),
    'example 1, job/run: options.quiet: type was boolean, is string',
  ],
  [
    'a choice less',
    (now) => (parameter(now, 'job/run: source').choices = ['url']),
    'example 1, job/run: source: choices gone: file',
  ],
  [
    'choices where anything was accepted',
    (now) => (parameter(now, 'job/run: url').choices = ['http://a']),
    'example 1, job/run: url: takes only http://a',
  ],
  [
    'a way to name a thing less',
    (now) => (parameter(now, 'job/run: jobId').modes = ['list']),
    'example 1, job/run: jobId: modes gone: id',
  ],
  [
    'a parameter is required',
    (now) => (parameter(now, 'job/run: url').required = true),
    'example 1, job/run: url: is required now',
  ],
  [
    'a new parameter is required and has no default',
    (now) =>
      (node(now).parameters['job/run: reason'] = { type: 'string', default: '', required: true }),
    'example 1, job/run: reason is new and required, without a default',
  ],
  [
    'a narrower bound',
    (now) => (parameter(now, 'job/run: options.timeout').max = 600),
    'example 1, job/run: options.timeout: greatest is 600 now',
  ],
  [
    'one value in place of a list',
    (now) => delete parameter(now, 'job/run: names').isList,
    'example 1, job/run: names: is no list any more',
  ],
  [
    'a condition more',
    (now) => (parameter(now, 'job/run: options.note').if = { show: { quiet: [true] } }),
    'example 1, job/run: options.note is not there any more where quiet is false',
  ],
  [
    'a field is hidden',
    (now) => (parameter(now, 'job/run: names').if = { hide: { source: ['file'] } }),
    'example 1, job/run: names is not there any more where source is "file"',
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
    (now) => {
      now.nodes['example 2'] = node(now);
      delete now.nodes['example 1'];
    },
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
    (now) => ((node(now).credentials.api as { required?: true }).required = true),
    'example 1: credential api is required now',
  ],
  [
    'another credential is required',
    (now) => (node(now).credentials.other = { required: true }),
    'example 1: credential other is required now',
  ],
  [
    'a credential is not asked for',
    (now) => (node(now).credentials.api = { if: { hide: { resource: ['file', 'job'] } } }),
    'example 1: credential api is not there any more where resource is "job"',
  ],
  [
    'a field of a credential is renamed',
    (now) => (now.credentials.api = { fields: { address: { type: 'string', default: '' } } }),
    'api: url is gone',
  ],
  ['a credential is removed', (now) => delete now.credentials.api, 'credential api is gone'],
];

test.each(REFUSED)('refused: %s', (_kind, change, said) => {
  expect(changed(change).breaks).toEqual([said]);
});

const FREE: Array<[string, Change]> = [
  [
    'a parameter',
    (now) => (node(now).parameters['job/run: options.tag'] = { type: 'string', default: '' }),
  ],
  [
    'a required parameter with a default',
    (now) =>
      (node(now).parameters['job/run: pace'] = { type: 'number', default: 1, required: true }),
  ],
  [
    'a choice with a required parameter of its own',
    (now) => {
      parameter(now, 'job/run: source').choices?.push('bucket');
      node(now).parameters['job/run: bucket'] = {
        type: 'string',
        default: '',
        required: true,
        if: { show: { source: ['bucket'] } },
      };
    },
  ],
  [
    'a choice for which a field is hidden',
    (now) => {
      parameter(now, 'job/run: source').choices?.push('bucket');
      parameter(now, 'job/run: names').if = { hide: { source: ['bucket'] } };
    },
  ],
  [
    'a field shown for more',
    (now) => (parameter(now, 'job/run: url').if = { show: { source: ['url', 'file'] } }),
  ],
  ['an output', (now) => (node(now).outputs['job/run: tag'] = 'string')],
  [
    'an operation with what it requires',
    (now) => {
      parameter(now, 'job: operation').choices?.push('stop');
      node(now).parameters['job/stop: jobId'] = {
        type: 'resourceLocator',
        default: { mode: 'list', value: '' },
        required: true,
      };
      node(now).outputs['job/stop: id'] = 'string';
    },
  ],
  ['a version of a node', (now) => (now.nodes['example 1.1'] = structuredClone(node(now)))],
  ['a credential', (now) => (now.credentials.more = { fields: {} })],
  ['a wider bound', (now) => delete parameter(now, 'job/run: options.timeout').max],
  ['a way to name a thing', (now) => parameter(now, 'job/run: jobId').modes?.push('name')],
];

test.each(FREE)('free: %s', (_kind, change) => {
  expect(changed(change).breaks).toEqual([]);
});

test('what is new is reported, so that it is recorded', () => {
  const { additions } = changed((now) => {
    node(now).parameters['job/run: options.tag'] = { type: 'string', default: '' };
    parameter(now, 'job: operation').choices?.push('stop');
  });
  expect(additions).toEqual([
    'example 1, job: operation: choices new: stop',
    'example 1, job/run: options.tag is new',
  ]);
});
