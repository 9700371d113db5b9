import type { RawEntity, Snapshot } from '../../../platform/projectFiles/target/snapshot';
import { toCurrentEntries } from '../../../platform/projectFiles/target/currentEntries';
import { createIds, type EntityKind } from '../../../platform/projectFiles/tree';

const project = (kind: EntityKind, entities: object[]): Snapshot => ({
  id: 'p',
  name: 'Project',
  entities: { job: [], volume: [], app: [], pipeline: [], [kind]: entities as RawEntity[] },
  variables: new Map(),
  technologies: new Map(),
  dockerCredentials: [],
  jobCategories: [],
});

const keysOf = (kind: 'job' | 'volume', entities: object[]) =>
  toCurrentEntries(kind, project(kind, entities), createIds())
    .map(({ id, key }) => `${id} ${key}`)
    .sort();

test('a job whose alias the platform returns keeps it; one that has only a name gives way', () => {
  const named = { id: '1', name: 'load' };
  const withAlias = { id: '2', name: 'Something else', alias: 'load' };
  expect(keysOf('job', [named, withAlias])).toEqual(['1 load_2', '2 load']);
  expect(keysOf('job', [withAlias, named])).toEqual(['1 load_2', '2 load']);
});

test('volumes go by their names, numbered where two have the same one', () => {
  const volumes = ['2 GB', '1 GB'].map((size, n) => ({ id: `${n + 1}`, name: 'my models', size }));
  expect(keysOf('volume', volumes)).toEqual(['1 my models_2', '2 my models']);
});

test.each([{}, { login: null, email: 'ann@example.com' }, null])(
  'an alert to a user without a login (%j) is refused by name, and not dropped',
  (user) => {
    const alerting = { emails: [], statusList: [], loginEmails: [{ login: 'bob' }, user] };
    const read = () => keysOf('job', [{ id: '1', name: 'Load', alerting }]);
    expect(read).toThrow('The job "Load" alerts a user whose login');
  },
);

const node = (id: string) => ({ id, job: { id: 'elsewhere' }, nextNodes: [] });
const volumes = [{ path: '/data', volume: { id: 'elsewhere' } }];
test.each<[EntityKind, object]>([
  ['pipeline', { graph: { jobNodes: [node('a')] } }],
  ['pipeline', { jobs: [{ id: 'elsewhere' }] }],
  ['app', { volumesWithPath: volumes }],
])('a %s keeps what it refers to, though the platform does not list it: %j', (kind, version) => {
  const [entry] = toCurrentEntries(
    kind,
    project(kind, [{ id: '1', name: 'A', versions: [version] }]),
    createIds(),
  );
  expect(JSON.stringify(entry?.doc)).toContain('"elsewhere"');
});
