import { readPorts, readVolumes } from '../../../../platform/resources/app/portsAndVolumes';

const MODELS = '70000000-0000-4000-8000-000000000001';
const KNOWN = [
  { id: MODELS, name: 'models' },
  { id: '70000000-0000-4000-8000-000000000002', name: 'twice' },
  { id: '70000000-0000-4000-8000-000000000003', name: 'twice' },
];
const WEB = { number: 80, isRewriteUrl: false };

test.each<[unknown, object[]]>([
  [
    [80, { number: 65_535, name: 'web' }],
    [WEB, { ...WEB, number: 65_535, name: 'web' }],
  ],
  ['[80, { "number": "1" }]', [WEB, { ...WEB, number: 1 }]],
  [[{ port: 80, rewriteUrl: true }], [{ ...WEB, isRewriteUrl: true }]],
  [[{ number: 80, isRewriteUrl: true }], [{ ...WEB, isRewriteUrl: true }]],
  [' ', []],
  [[], []],
])('the ports %j are read', (given, ports) => {
  expect(readPorts(given)).toEqual(ports);
});

const NO_NUMBER = 'Each port needs a number between 1 and 65535';
const NO_LIST = 'The ports are not a JSON array';

test.each<[unknown, string]>([
  ...[0, 65_536, 80.5, 'web', null].map((number): [unknown, string] => [[number], NO_NUMBER]),
  ...[true, [8080], '', '8080x'].map((number): [unknown, string] => [[{ number }], NO_NUMBER]),
  [[{ number: 1, isRewriteUrl: 'true' }], 'must be true or false'],
  ...['{"number":1}', 'not JSON', 5].map((given): [unknown, string] => [given, NO_LIST]),
])('%j are refused as ports', (given, problem) => {
  expect(() => readPorts(given)).toThrow(problem);
});

test.each([
  { volume: 'models' },
  { volume: MODELS.toUpperCase() },
  { volumeId: MODELS },
  { volume: { id: MODELS } },
  { volume: { name: 'models' } },
])('%j names a volume', (named) => {
  const wanted = [{ path: '/data', volumeId: MODELS }];
  expect(readVolumes([{ path: '/data', ...named }], KNOWN)).toEqual(wanted);
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
  const volumeId = '70000000-0000-4000-8000-000000000009';
  const volume = { path: '/data', volumeId };
  expect(readVolumes([volume], [])).toEqual([volume]);
  expect(() => readVolumes([{ path: '/data', volume: 'models' }], [])).toThrow('no volume');
});
