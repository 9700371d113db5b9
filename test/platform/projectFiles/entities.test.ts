import type {
  EntitySnapshot,
  ProjectSnapshot,
} from '../../../platform/projectFiles/target/readTarget';
import { deployedEntities } from '../../../platform/projectFiles/target/entities';

const project = (kind: 'job' | 'volume', entities: object[]): ProjectSnapshot => ({
  id: 'p',
  name: 'Project',
  entities: { job: [], volume: [], app: [], pipeline: [], [kind]: entities as EntitySnapshot[] },
  variables: new Map(),
  technologies: new Map(),
  dockerCredentials: [],
});

test('a job whose alias the platform returns keeps it; one that has only a name gives way', () => {
  const named = { id: '1', name: 'load' };
  const withAlias = { id: '2', name: 'Something else', alias: 'load' };
  for (const jobs of [
    [named, withAlias],
    [withAlias, named],
  ]) {
    const keys = new Map(
      deployedEntities('job', project('job', jobs)).map(({ id, key }) => [id, key]),
    );
    expect(keys).toEqual(
      new Map([
        ['2', 'load'],
        ['1', 'load_2'],
      ]),
    );
  }
});

test('volumes go by their names, numbered where two have the same one', () => {
  const volumes = [
    { id: '1', name: 'models', size: '2 GB' },
    { id: '2', name: 'models', size: '1 GB' },
  ];
  const keys = deployedEntities('volume', project('volume', volumes)).map(
    ({ id, key }) => `${id} ${key}`,
  );
  expect(keys.sort()).toEqual(['1 models_2', '2 models']);
});
