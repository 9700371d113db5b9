import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { graphqlMethods } from '../../../../nodes/shared/graphql/methods';

/** A module whose chosen root field takes these arguments. */
function methodsOf(described: object[], chosen: unknown = 'query.jobs') {
  const connect = jest.fn(async () => ({}));
  const schema = {};
  const module = {
    wholeSchema: async () => ({ schema }),
    listRootFields: () => [
      { kind: 'query', name: 'jobs', field: { description: 'All jobs', type: '[Job!]!' } },
      { kind: 'mutation', name: 'runJob', field: { description: null, type: 'JobInstance' } },
    ],
    rootFieldValue: ({ kind, name }: { kind: string; name: string }) => `${kind}.${name}`,
    findRootField: (_schema: object, value: string) => ({ field: { type: value } }),
    describeArguments: () => described,
    selectablePaths: (_schema: object, type: string) => [`${type} id`],
  };
  const context = {
    getCurrentNodeParameter: () => chosen,
    getNode: () => ({ name: 'Node', type: 't', parameters: {} }),
  } as unknown as ILoadOptionsFunctions;
  const methods = graphqlMethods(connect, (async () => module) as never);
  return { methods, context, connect };
}

test('queries and mutations are listed by name, with what they return', async () => {
  const { methods, context } = methodsOf([]);
  expect(await methods.searchRootFields.call(context)).toEqual({
    results: [
      { name: 'jobs · Query · [Job]', value: 'query.jobs', description: 'All jobs' },
      { name: 'runJob · Mutation · JobInstance', value: 'mutation.runJob', description: undefined },
    ],
  });
});

test.each([
  [{ path: ['jobId'], input: 'string', type: 'UUID', required: true }, 'jobId * (UUID)', 'string'],
  [{ path: ['name'], input: 'string', type: 'String', required: false }, 'name', 'string'],
  [{ path: ['limit'], input: 'number', type: 'Int', required: true }, 'limit *', 'number'],
  [
    { path: ['job', 'package'], input: 'file', type: 'Upload', required: false },
    'job.package (name of a binary field)',
    'string',
  ],
  [{ path: ['job'], input: 'object', type: 'JobInput', required: true }, 'job * (JSON)', 'object'],
  [{ path: ['ids'], input: 'array', type: '[ID]', required: false }, 'ids (JSON list)', 'array'],
])(
  'of %j the label is %j; an optional one stands behind "Add argument"',
  async (argument, displayName, type) => {
    const { methods, context } = methodsOf([argument]);
    const { fields } = await methods.mapArguments.call(context);
    expect(fields).toEqual([
      {
        id: argument.path.join('.'),
        displayName,
        required: false,
        defaultMatch: false,
        canBeUsedToMatch: false,
        display: true,
        ...(!argument.required && { removed: true }),
        type,
      },
    ]);
  },
);

test('the values of an enum can be chosen, and a default is shown, of any value', async () => {
  const enumeration = {
    path: ['status'],
    input: 'options',
    type: 'Status',
    required: false,
    values: [{ name: 'DONE', description: 'It has ended' }, { name: 'OPEN' }],
    defaultValue: 'OPEN',
  };
  const flag = { path: ['all'], input: 'boolean', type: 'Boolean', required: false };
  const { methods, context } = methodsOf([enumeration, { ...flag, defaultValue: false }]);
  const { fields } = await methods.mapArguments.call(context);
  expect(fields[0]).toMatchObject({
    options: [
      { name: 'DONE', value: 'DONE', description: 'It has ended' },
      { name: 'OPEN', value: 'OPEN' },
    ],
    defaultValue: 'OPEN',
  });
  expect(fields[1]).toMatchObject({ defaultValue: false });
});

test('what can be selected is listed by its path', async () => {
  const { methods, context } = methodsOf([], { mode: 'list', value: 'query.jobs' });
  expect(await methods.listSelectableFields.call(context)).toEqual([
    { name: 'query.jobs id', value: 'query.jobs id' },
  ]);
});

test.each([[''], [null]])('where %j is chosen, nothing is asked for', async (chosen) => {
  const { methods, context, connect } = methodsOf([], chosen);
  expect(await methods.mapArguments.call(context)).toEqual({
    fields: [],
    emptyFieldsNotice: 'Choose a query or mutation first.',
  });
  expect(await methods.listSelectableFields.call(context)).toEqual([]);
  expect(connect).not.toHaveBeenCalled();
});

test('what takes no arguments says so', async () => {
  const { methods, context } = methodsOf([]);
  expect(await methods.mapArguments.call(context)).toEqual({
    fields: [],
    emptyFieldsNotice: 'It takes no arguments.',
  });
});
