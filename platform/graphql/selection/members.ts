import {
  isInterfaceType,
  type GraphQLAbstractType,
  type GraphQLSchema,
  Kind,
  type FieldNode,
  type InlineFragmentNode,
  type SelectionNode,
} from 'graphql';
import { keptBySchema } from '../schema/keptBySchema';

/** Between the names of a field and of its type in an alias of ours; no schema has such names. */
const MARK = '__of__';

const known = keptBySchema<ReadonlySet<string>>();

/**
 * The alias of a field in the fragment of a member of an interface or union, if it needs one: fields of one name but of
 * different types cannot stand side by side. To be spread into the field; `restoreNames` takes it away again.
 */
export function memberAlias(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  member: string,
  field: string,
): Pick<FieldNode, 'alias'> {
  const ambiguous = known(schema, type.name, () => findAmbiguous(schema, type));
  if (!ambiguous.has(field)) return {};
  return { alias: { kind: Kind.NAME, value: `${field}${MARK}${member}` } };
}

function findAmbiguous(schema: GraphQLSchema, type: GraphQLAbstractType): Set<string> {
  const types = [...(isInterfaceType(type) ? [type] : []), ...schema.getPossibleTypes(type)];
  const seen = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { name, type: fieldType } of types.flatMap((one) => Object.values(one.getFields()))) {
    if ((seen.get(name) ?? String(fieldType)) !== String(fieldType)) ambiguous.add(name);
    seen.set(name, String(fieldType));
  }
  return ambiguous;
}

/** A response to a document of ours with the names of the schema: `contexts__of__JobTechnology` becomes `contexts`. */
export function restoreNames(value: unknown, document: string): unknown {
  return document.includes(MARK) ? withoutMarks(value) : value;
}

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/__of__.*$/, ''),
      withoutMarks(inner),
    ]),
  );
}

/** `... on Type { … }` */
export function fragmentNode(type: string, selections: SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

/** A field without arguments. */
export function nameNode(value: string): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value } };
}
