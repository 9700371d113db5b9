import { buildClientSchema, introspectionFromSchema, type GraphQLSchema } from 'graphql';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import { callDocument, type Selection } from '../../../../platform/graphql/call/callDocument';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { listRootFields } from '../../../../platform/graphql/schema/rootFields';
import { selectablePaths } from '../../../../platform/graphql/selection/paths';
import { restoreNames } from '../../../../platform/graphql/selection/restoreNames';
import { executeOn, inputValueOf } from './answering';

/** Calls every root field of a schema in every way; gives the documents that were not valid or failed. */
export function failuresOf(server: GraphQLSchema): string[] {
  const client = buildClientSchema(
    introspectionFromSchema(server, { inputValueDeprecation: true }),
    { assumeValid: true },
  );
  const failures: string[] = [];
  for (const root of listRootFields(client)) {
    const given = Object.fromEntries(
      root.field.args.map(({ name, type }) => [name, inputValueOf(type)]),
    );
    describeArguments(root);
    const values = readArguments(root, given);
    const ways: Selection[] = [{ mode: 'auto' }];
    const paths = selectablePaths(client, root.field.type);
    if (paths.length > 0) ways.push(...paths.slice(0, 20).map((path) => onePath(path)));
    for (const way of ways) {
      const { text, names } = callDocument(client, root, Object.keys(values), way);
      const { data, errors } = executeOn(server, text, values);
      restoreNames(data?.[root.name], names);
      if (errors?.length) failures.push(`${root.name}: ${String(errors[0])}\n${text}`);
    }
  }
  return failures;
}

const onePath = (path: string): Selection => ({ mode: 'fields', fields: [path] });
