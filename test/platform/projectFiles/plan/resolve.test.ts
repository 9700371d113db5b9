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

test.each([
  ['its label', 'Python 3.12'],
  ['its ID', '3.12'],
])('a context is found by %s', (_how, context) => {
  const app = entity({ version: { context } });
  expect(resolveContext(app, technology('t', 'Python'))).toEqual({ found: '3.12' });
});

test('a context that the technology lacks blocks, unless its contexts are unknown', () => {
  const app = entity({ version: { context: '4' } });
  const python = technology('t', 'Python');
  expect(resolveContext(app, python)).toEqual({
    blocked: 'The technology "Python" of the target has no context "4".',
  });
  expect(resolveContext(app, { ...python, contexts: [] })).toEqual({ found: '4' });
  expect(resolveContext(app, undefined)).toEqual({ found: '4' });
  expect(resolveContext(entity({}), python)).toEqual({ found: undefined });
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

test('a Docker credential is the one of the same user name and registry', () => {
  const [other, wanted] = ['other.example', 'images.example'].map((registry) => ({
    id: `of ${registry}`,
    username: 'robot',
    registry,
  }));
  const job = (registry: string) =>
    entity({ version: { docker: { credentials: { registry, username: 'robot' } } } });
  const target = { ...offers(), dockerCredentials: [other, wanted] as never };
  expect(resolveDockerCredentials(job('images.example'), target)).toEqual({ found: wanted?.id });
  expect(resolveDockerCredentials(job('third.example'), target)).toEqual({
    blocked:
      'The target project has no Docker credential of "robot" for the registry "third.example". Create it there first.',
  });
});
