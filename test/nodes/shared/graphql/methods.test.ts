import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { graphqlMethods } from '../../../../nodes/shared/graphql/methods';

/** The lists and forms of "Call Operation", if the chosen root field has these arguments. */
function methodsOf(described: object[], chosen: unknown = 'query.jobs') {
  const connect = jest.fn(async () => ({}));
  const jobs = { kind: 'query', name: 'jobs', field: { description: null, type: '[Job!]!' } };
  const module = {
    wholeSchema: async () => ({ schema: {} }),
    listRootFields: () => [jobs],
    rootFieldValue: ({ kind, name }: typeof jobs) => `${kind}.${name}`,
    findRootField: () => jobs,
    describeArguments: () => described,
    selectablePaths: () => ['id'],
  };
  const context = {
    getCurrentNodeParameter: () => chosen,
    getNode: () => ({ name: 'Node', type: 't', parameters: {} }),
  } as unknown as ILoadOptionsFunctions;
  const methods = graphqlMethods(connect, (async () => module) as never);
  return { methods, context, connect };
}

// The same with the schema of a platform: `test/nodes/Projects/liveSchema.test.ts`.
test('a query is listed with what it returns', async () => {
  const { methods, context } = methodsOf([]);
  const { results } = await methods.searchRootFields.call(context);
  expect(results).toMatchObject([{ name: 'jobs · Query · [Job]', value: 'query.jobs' }]);
});

test('in the form of its arguments, a file is named by its binary field, and any default is shown', async () => {
  const file = { path: ['job', 'package'], input: 'file', type: 'Upload', required: true };
  const flag = { path: ['all'], input: 'boolean', type: 'Boolean', defaultValue: false };
  const { methods, context } = methodsOf([file, flag]);
  const { fields } = await methods.mapArguments.call(context);
  const label = 'job.package * (name of a binary field)';
  expect(fields[0]).toMatchObject({ id: 'job.package', displayName: label, type: 'string' });
  expect(fields[0]).not.toHaveProperty('removed');
  expect(fields[1]).toMatchObject({ removed: true, type: 'boolean', defaultValue: false });
});

test.each([[''], [null]])('if %j is chosen, nothing is asked for', async (chosen) => {
  const { methods, context, connect } = methodsOf([], chosen);
  expect((await methods.mapArguments.call(context)).fields).toEqual([]);
  expect(await methods.listSelectableFields.call(context)).toEqual([]);
  expect(connect).not.toHaveBeenCalled();
});
