import {
  isObjectType,
  Kind,
  parse,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { readArguments } from '../../../../platform/graphql/call/arguments';
import {
  callDocument,
  type CallDocument,
  type SelectionChoice,
} from '../../../../platform/graphql/call/callDocument';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { listRootFields, type RootField } from '../../../../platform/graphql/schema/rootFields';
import { selectablePaths } from '../../../../platform/graphql/selection/paths';
import { restoreNames } from '../../../../platform/graphql/selection/members';
import { clientSchema } from '../../../support/clientSchema';
import { executeOn, inputValueOf, JSON_TEXT } from './answering';

/** Calls every root field of a schema in every way; gives the documents that were not valid, failed or gave other names. */
export function failuresOf(server: GraphQLSchema): string[] {
  const client = clientSchema(server);
  return listRootFields(client).flatMap((root) => {
    const given = Object.fromEntries(
      argumentsOf(server, root).map(({ name, type }) => [name, inputValueOf(type)]),
    );
    describeArguments(root);
    const values = readArguments(root, given);
    const isText = JSON.stringify(values).includes(JSON.stringify(JSON_TEXT));
    const documents = waysOf(client, root).map((way) =>
      callDocument(client, root, Object.keys(values), way),
    );
    return [
      ...(isText ? [`${root.name}: JSON that was typed in is sent as text`] : []),
      ...failuresOfDocuments(server, root, documents, values),
    ];
  });
}

function argumentsOf(server: GraphQLSchema, { kind, name }: RootField): readonly GraphQLArgument[] {
  const type = kind === 'query' ? server.getQueryType() : server.getMutationType();
  return type?.getFields()[name]?.args ?? [];
}

function waysOf(schema: GraphQLSchema, { field }: RootField): SelectionChoice[] {
  const paths = selectablePaths(schema, field.type).slice(0, 20);
  return [
    { mode: 'auto' },
    ...paths.map((path): SelectionChoice => ({ mode: 'fields', fields: [path] })),
  ];
}

/** Executes all documents of one root field as one, each by an alias; where that fails, each on its own. */
function failuresOfDocuments(
  server: GraphQLSchema,
  { name }: RootField,
  documents: CallDocument[],
  values: Record<string, unknown>,
): string[] {
  const { data, errors } = executeOn(server, together(documents), values);
  if (!errors?.length) {
    return documents.flatMap(({ text, names }, index) => {
      const answer = data?.[aliasOf(index)];
      const odd = otherNames(server, answer, restoreNames(answer, names));
      return odd.map((what) => `${name}: ${what}\n${text}`);
    });
  }
  const apart = documents.flatMap(({ text }) =>
    (executeOn(server, parse(text), values).errors ?? []).map((one) => `${name}: ${one}\n${text}`),
  );
  return apart.length > 0 ? apart : [`${name}: ${String(errors[0])}`];
}

function together(documents: CallDocument[]): DocumentNode {
  const operations = documents.map(
    ({ text }) => parse(text, { noLocation: true }).definitions[0] as OperationDefinitionNode,
  );
  const selections = operations.flatMap(({ selectionSet }, index) =>
    selectionSet.selections.map((node) => ({
      ...node,
      alias: { kind: Kind.NAME, value: aliasOf(index) } as const,
    })),
  );
  const [first] = operations as [OperationDefinitionNode];
  return {
    kind: Kind.DOCUMENT,
    definitions: [{ ...first, selectionSet: { kind: Kind.SELECTION_SET, selections } }],
  };
}

function aliasOf(index: number): string {
  return `way${index}`;
}

/** Where an answer has names that its type does not have, or fewer than came. */
function otherNames(schema: GraphQLSchema, answer: unknown, restored: unknown): string[] {
  if (typeof restored !== 'object' || restored === null) return [];
  if (Array.isArray(restored)) {
    return restored.flatMap((one, index) => otherNames(schema, (answer as unknown[])[index], one));
  }
  const [came, names] = [Object.values(answer as object), Object.keys(restored)];
  const type = schema.getType(String((restored as { __typename?: unknown }).__typename));
  const fields = isObjectType(type) ? type.getFields() : undefined;
  const odd = names.filter(
    (name) => fields && name !== '__typename' && !Object.hasOwn(fields, name),
  );
  return [
    ...odd.map((one) => `${type?.name} has no field "${one}"`),
    ...(came.length === names.length ? [] : [`of ${came.length} fields, ${names.length} are left`]),
    ...Object.values(restored).flatMap((inner, index) => otherNames(schema, came[index], inner)),
  ];
}
