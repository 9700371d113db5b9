import {
  resolveContext,
  resolveDockerCredentials,
  resolveTechnology,
  compareTechnology,
} from '../../../../platform/projectFiles/plan/resolve';

const contexts = ['3.11', '3.12'].map((id) => ({ id, label: `Python ${id}` }));
const python = { id: '1', label: 'Python', repository: 'own', contexts };
const shared = { ...python, id: '2', repository: 'shared' };

test.each([
  ['Python 3.12', python, { found: '3.12' }],
  ['3.12', python, { found: '3.12' }],
  ['4', python, { blocked: 'The technology "Python" of the target has no context "4".' }],
  ['4', { ...python, contexts: [] }, { found: '4' }],
  ['4', undefined, { found: '4' }],
  [undefined, python, { found: undefined }],
])('the context %s of an app is found by label or ID: %#', (context, technology, resolved) => {
  expect(resolveContext({ version: { context } }, technology)).toEqual(resolved);
});

const NO_COBOL =
  'The target has no technology "Cobol". Add it to the catalog, or map it in the option "Technologies".';
const AMBIGUOUS =
  'The target has 2 technologies "Python". In the files, set "repository" to the repository of one of them.';

test.each([
  ['is blocked without it', { label: 'Cobol' }, [python], [], { blocked: NO_COBOL }],
  ['may be another one', { label: 'Cobol' }, [python], [['Cobol', 'Python']], { found: python }],
  [
    'is of its repository',
    { label: 'Python', repository: 'own' },
    [shared, python],
    [],
    { found: python },
  ],
  [
    'may be the only one',
    { label: 'Python', repository: 'other' },
    [python],
    [],
    { found: python },
  ],
  [
    'is blocked by several elsewhere',
    { label: 'Python', repository: 'other' },
    [python, shared],
    [],
    { blocked: AMBIGUOUS },
  ],
] as const)('the technology of a new job %s', (_what, technology, offered, labels, resolved) => {
  const technologies = new Map(offered.map((one) => [one.id, one]));
  const target = { technologies, labels: new Map<string, string>(labels) };
  expect(resolveTechnology({ doc: { technology } }, target)).toEqual(resolved);
});

test.each([
  [{ label: 'Python', repository: 'own' }, [python, shared], undefined],
  [{ label: 'Python', repository: 'other' }, [python, shared], undefined],
  [{ label: 'Python', repository: 'shared' }, [python], undefined],
  [{ label: 'Python', repository: 'shared' }, [python, shared], ['repository', 'own', 'shared']],
  [{ label: 'R' }, [python], ['label', 'Python', 'R']],
] as const)(
  'a job that uses Python of "own" differs from %j: %#',
  (technology, offered, change) => {
    const technologies = new Map(offered.map((one) => [one.id, one]));
    const target = { technologies, labels: new Map<string, string>() };
    const [part, from, to] = change ?? [];
    expect(compareTechnology({ doc: { technology } }, python, target)).toEqual(
      change && { field: `technology.${part}`, from, to },
    );
  },
);

test('a Docker credential that the target lacks blocks', () => {
  const dockerCredentials = [{ id: '1', username: 'robot', registry: 'other.example' }] as never;
  const docker = { credentials: { registry: 'images.example', username: 'robot' } };
  const target = { technologies: new Map(), labels: new Map(), dockerCredentials };
  expect(resolveDockerCredentials({ version: { docker } }, target)).toEqual({
    blocked:
      'The target project has no Docker credential of "robot" for the registry "images.example". Create it there first.',
  });
});
