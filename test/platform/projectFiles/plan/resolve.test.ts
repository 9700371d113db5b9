import type { ProjectEntity } from '../../../../platform/projectFiles/files/model';
import {
  resolveContext,
  resolveDockerCredentials,
  resolveTechnology,
  type KnownNames,
} from '../../../../platform/projectFiles/plan/resolve';

const entity = (file: object): ProjectEntity => ({
  key: 'it',
  name: 'It',
  file: file as never,
  variables: [],
});
const technology = (id: string, label: string, repository?: string) => ({
  id,
  label,
  repository,
  contexts: [
    { id: '3.11', label: 'Python 3.11' },
    { id: '3.12', label: 'Python 3.12' },
  ],
});
const offers = (...technologies: Array<ReturnType<typeof technology>>): KnownNames => ({
  technologies: new Map(technologies.map((one) => [one.id, one])),
  dockerCredentials: [],
  labels: new Map(),
});

test('a context is found by its label or its ID, and blocks if the technology lacks it', () => {
  const python = technology('t', 'Python');
  const app = (context: string) => entity({ version: { context } });
  for (const context of ['Python 3.12', '3.12']) {
    expect(resolveContext(app(context), python)).toEqual({ found: '3.12' });
  }
  expect(resolveContext(app('4'), python)).toEqual({
    blocked: 'The technology "Python" of the target has no context "4".',
  });
  // Unless its contexts are unknown.
  expect(resolveContext(app('4'), { ...python, contexts: [] })).toEqual({ found: '4' });
  expect(resolveContext(app('4'), undefined)).toEqual({ found: '4' });
  expect(resolveContext(entity({}), python)).toEqual({ found: undefined });
});

test('a technology that the target lacks blocks, unless another one is named', () => {
  const [job, python] = [entity({ technology: { label: 'Cobol' } }), technology('1', 'Python')];
  expect(resolveTechnology(job, undefined, offers(python))).toEqual({
    blocked: expect.stringContaining('no technology "Cobol"') as string,
  });
  const named = { ...offers(python), labels: new Map([['Cobol', 'Python']]) };
  expect(resolveTechnology(job, undefined, named)).toEqual({ found: python });
});

test('of technologies with one label, the one of the named repository is meant', () => {
  const [own, shared] = [technology('1', 'Python', 'own'), technology('2', 'Python', 'shared')];
  const job = (repository?: string) => entity({ technology: { label: 'Python', repository } });
  expect(resolveTechnology(job('shared'), undefined, offers(own, shared))).toEqual({
    found: shared,
  });
  expect(resolveTechnology(job('other'), undefined, offers(own))).toEqual({ found: own });
  expect(resolveTechnology(job('other'), undefined, offers(own, shared))).toEqual({
    blocked: 'The target has 2 technologies "Python", and none of them is in a repository "other".',
  });
});

test('a Docker credential that the target lacks blocks', () => {
  const dockerCredentials = [{ id: '1', username: 'robot', registry: 'other.example' }] as never;
  const docker = { credentials: { registry: 'images.example', username: 'robot' } };
  const target = { ...offers(), dockerCredentials };
  expect(resolveDockerCredentials(entity({ version: { docker } }), target)).toEqual({
    blocked:
      'The target project has no Docker credential of "robot" for the registry "images.example". Create it there first.',
  });
});
