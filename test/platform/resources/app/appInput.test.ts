import { readPorts, readVolumes } from '../../../../platform/resources/app/portsAndVolumes';

const MODELS = '70000000-0000-4000-8000-000000000001';
const KNOWN = [
  { id: MODELS, name: 'models' },
  { id: '70000000-0000-4000-8000-000000000002', name: 'twice' },
  { id: '70000000-0000-4000-8000-000000000003', name: 'twice' },
];

test.each([
  ['a list', [8080, { number: 9000, name: 'metrics', scope: 'PUBLIC' }]],
  ['JSON text', '[8080, { "number": "9000", "name": "metrics", "scope": "PUBLIC" }]'],
])('ports are %s of numbers and objects', (_form, given) => {
  expect(readPorts(given)).toEqual([
    { number: 8080, isRewriteUrl: false },
    { number: 9000, isRewriteUrl: false, name: 'metrics', scope: 'PUBLIC' },
  ]);
});

test.each([[''], [' '], [[]]])('%j are no ports', (given) => {
  expect(readPorts(given)).toEqual([]);
});

test('ports rewrite the address where that is said, in either name', () => {
  const ports = readPorts([
    { port: 1, rewriteUrl: true },
    { number: 65_535, isRewriteUrl: true },
    { number: 3, isRewriteUrl: false },
  ]);
  expect(ports).toEqual([
    { number: 1, isRewriteUrl: true },
    { number: 65_535, isRewriteUrl: true },
    { number: 3, isRewriteUrl: false },
  ]);
});

const NO_NUMBER = 'Each port needs a number between 1 and 65535';
const NO_LIST = 'The ports are not a JSON array';

test.each<[unknown, string]>([
  ...[0, 65_536, 80.5, 'web', null].map((number): [unknown, string] => [[number], NO_NUMBER]),
  ...[true, [8080], '', '8080x'].map((number): [unknown, string] => [[{ number }], NO_NUMBER]),
  [[{ number: 1, isRewriteUrl: 'true' }], 'neither true nor false'],
  ...['{"number":1}', 'not JSON', 5, { number: 1 }].map((given): [unknown, string] => [
    given,
    NO_LIST,
  ]),
])('%j are refused as ports', (given, problem) => {
  expect(() => readPorts(given)).toThrow(problem);
});

test.each([
  ['its name', { path: '/data', volume: 'models' }],
  ['its ID', { path: '/data', volume: MODELS.toUpperCase() }],
  ['its ID as such', { path: '/data', volumeId: MODELS }],
  ['an object with its ID', { path: '/data', volume: { id: MODELS } }],
  ['an object with its name', { path: '/data', volume: { name: 'models' } }],
])('a volume is named by %s', (_form, given) => {
  const wanted = [{ path: '/data', volumeId: MODELS }];
  expect(readVolumes([given], KNOWN)).toEqual(wanted);
  expect(readVolumes(JSON.stringify([given]), KNOWN)).toEqual(wanted);
});

const NO_VOLUME = 'Each volume needs a path and a volume';

test.each<[unknown, string]>([
  [{ path: '/data', volume: 'other' }, 'The project has no volume "other"'],
  [{ path: '/data', volume: 'twice' }, 'The project has 2 volumes "twice"'],
  [{ volume: 'models' }, NO_VOLUME],
  [{ path: '/data' }, NO_VOLUME],
  ['models', NO_VOLUME],
])('%j is refused as a volume', (entry, problem) => {
  expect(() => readVolumes([entry], KNOWN)).toThrow(problem);
});

test('if the platform does not list its volumes, an ID is used as it is, and a name is not', () => {
  const volume = '70000000-0000-4000-8000-000000000009';
  expect(readVolumes([{ path: '/data', volume }], [])).toEqual([
    { path: '/data', volumeId: volume },
  ]);
  expect(() => readVolumes([{ path: '/data', volume: 'models' }], [])).toThrow('no volume');
});
