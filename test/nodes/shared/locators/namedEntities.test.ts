import {
  NamedEntities,
  appTechnologies,
  jobTechnologies,
  namedKindListedBy,
  technologies,
} from '../../../../nodes/shared/locators/namedEntities';

describe('technologies by their names', () => {
  const all = [
    { __typename: 'JobTechnology', id: '1', label: 'Python', available: true },
    { __typename: 'JobTechnology', id: '2', label: 'Old', available: false },
    { __typename: 'AppTechnology', id: '3', label: 'Dash' },
    { __typename: 'AppTechnology', id: '4', label: 'Gone', available: false },
    { id: '5', label: 'Untyped' },
  ];
  const list = jest.fn(async () => all);
  const client = { catalog: async () => ({ technologies: { list } }) } as never;
  const idsOf = async (read: typeof technologies) => (await read(client)).map(({ id }) => id);

  test('are all of them, those of jobs, or those of apps', async () => {
    expect(await idsOf(technologies)).toEqual(['1', '2', '3', '4', '5']);
    // Where the platform does not tell the kind, it may be either.
    expect(await idsOf(jobTechnologies)).toEqual(['1', '5']);
    expect(await idsOf(appTechnologies)).toEqual(['3', '5']);
    expect((await technologies(client))[0]).toEqual({ id: '1', name: 'Python' });
  });
});

describe('entities by their names', () => {
  test('are listed once, for each project', async () => {
    const asked: string[] = [];
    const lists = {
      noun: 'job',
      ofOne: async (_client: unknown, projectId: string) => {
        asked.push(projectId);
        return [{ id: `of ${projectId}`, name: 'A' }];
      },
      ofAll: async () => {
        asked.push('all');
        return [{ project: { id: 'p', name: 'P' }, entries: [{ id: 'j', name: 'A', more: 1 }] }];
      },
    };
    const client = {
      projects: {
        list: async () => {
          asked.push('projects');
          return [];
        },
      },
      findIdByName: (noun: string, entities: unknown[], given: string) =>
        JSON.stringify([noun, entities, given]),
    };
    const entities = new NamedEntities({ client, options: {} } as never);
    const what = { noun: 'job', lists } as never;
    expect(await entities.id(what, 'A', undefined)).toBe(
      '["job",[{"id":"j","name":"A","projectName":"P"}],"A"]',
    );
    expect(await entities.id(what, 'B', 'p1')).toBe('["job",[{"id":"of p1","name":"A"}],"B"]');
    await entities.id(what, 'B', undefined);
    await entities.id(what, 'B', 'p1');
    await entities.id(what, 'B', 'p2');
    await entities.projectId('P');
    await entities.projectId('Q');
    expect(asked).toEqual(['all', 'p1', 'p2', 'projects']);
  });

  test.each([
    ['searchJobs', 'job', true],
    ['searchTechnologies', 'technology', false],
    ['searchRuns', undefined, false],
    [undefined, undefined, false],
  ])('%s lists what a name can stand for: %s', (method, noun, isInProject) => {
    const what = namedKindListedBy(method);
    expect(what?.noun).toBe(noun);
    expect(Boolean(what && 'lists' in what)).toBe(isInProject);
  });
});
