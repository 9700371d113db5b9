import {
  Kind,
  parse,
  type DirectiveNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type IntrospectionQuery,
  type NamedTypeNode,
  type TypeNode,
} from 'graphql';

/** Types as an introspection's response tells them, with what this client needs of it; they may be changed. */
export interface IntrospectedType {
  kind: string;
  name: string;
  fields?: IntrospectedField[] | null;
  inputFields?: IntrospectedInput[] | null;
  enumValues?: IntrospectedValue[] | null;
  interfaces?: IntrospectedTypeRef[] | null;
  possibleTypes?: IntrospectedTypeRef[] | null;
}

export interface IntrospectedField extends IntrospectedValue {
  args: IntrospectedInput[];
  type: IntrospectedTypeRef;
}

export interface IntrospectedInput {
  name: string;
  type: IntrospectedTypeRef;
  defaultValue?: string | null;
}

interface IntrospectedValue {
  name: string;
  isDeprecated?: boolean;
  deprecationReason?: string | null;
}

export interface IntrospectedTypeRef {
  kind: string;
  name?: string | null;
  ofType?: IntrospectedTypeRef | null;
}

export interface IntrospectedSchema {
  queryType: string;
  mutationType?: string;
  types: Map<string, IntrospectedType>;
}

/** The kind and name of what a reference leads to; undefined where it was cut before its end. */
export function namedTypeRef(ref: IntrospectedTypeRef): { kind: string; name: string } | undefined {
  let inner: IntrospectedTypeRef | null | undefined = ref;
  while (inner && !inner.name) inner = inner.ofType;
  return inner?.name ? { kind: inner.kind, name: inner.name } : undefined;
}

/** As the schema language writes it: `[UUID!]!`. */
export function typeRefText(ref: IntrospectedTypeRef): string {
  if (ref.kind === 'NON_NULL' && ref.ofType) return `${typeRefText(ref.ofType)}!`;
  if (ref.kind === 'LIST' && ref.ofType) return `[${typeRefText(ref.ofType)}]`;
  return ref.name ?? '';
}

/** @param text as `[UUID!]!` @param kindOf the kind of a type by its name */
export function parseTypeRef(text: string, kindOf: (name: string) => string): IntrospectedTypeRef {
  const trimmed = text.trim();
  if (trimmed.endsWith('!')) {
    return { kind: 'NON_NULL', ofType: parseTypeRef(trimmed.slice(0, -1), kindOf) };
  }
  if (trimmed.startsWith('[')) {
    return {
      kind: 'LIST',
      ofType: parseTypeRef(trimmed.slice(1, trimmed.lastIndexOf(']')), kindOf),
    };
  }
  return { kind: kindOf(trimmed), name: trimmed };
}

const SCALARS = ['Boolean', 'Float', 'ID', 'Int', 'String'];
const STUB = { fields: [], inputFields: [], enumValues: [], interfaces: [], possibleTypes: [] };

/**
 * What is told, as an introspection's whole response. Types that are named and not told stand there without fields.
 * @returns also the names of those
 */
export function introspectionOf({ queryType, mutationType, types }: IntrospectedSchema): {
  introspection: IntrospectionQuery;
  missing: Set<string>;
} {
  const kindsByName = new Map<string, string>(SCALARS.map((name) => [name, 'SCALAR']));
  kindsByName.set(queryType, 'OBJECT');
  if (mutationType !== undefined) kindsByName.set(mutationType, 'OBJECT');
  const interfacesOf = new Map<string, IntrospectedTypeRef[]>();
  for (const type of types.values()) {
    for (const ref of refsIn(type)) {
      const found = namedTypeRef(ref);
      if (found) kindsByName.set(found.name, found.kind);
    }
    // Of a member that is not returned nothing but its interface says what it is a member of.
    for (const { name } of (type.kind === 'INTERFACE' && type.possibleTypes) || []) {
      const others = interfacesOf.get(String(name)) ?? [];
      interfacesOf.set(String(name), [...others, { kind: 'INTERFACE', name: type.name }]);
    }
  }
  const missing = new Set([...kindsByName.keys()].filter((name) => !types.has(name)));
  const stubs = [...missing].map((name) => ({
    ...STUB,
    name,
    kind: kindsByName.get(name),
    interfaces: interfacesOf.get(name) ?? [],
  }));
  const whole = [...types.values()].map((type) => ({ ...STUB, ...type }));
  const introspection = {
    __schema: {
      queryType: { name: queryType },
      mutationType: mutationType === undefined ? null : { name: mutationType },
      subscriptionType: null,
      types: [...whole, ...stubs],
      directives: [],
    },
  } as unknown as IntrospectionQuery;
  return {
    introspection,
    missing: new Set([...missing].filter((name) => !SCALARS.includes(name))),
  };
}

function refsIn({
  fields,
  inputFields,
  interfaces,
  possibleTypes,
}: IntrospectedType): IntrospectedTypeRef[] {
  return [
    ...(fields ?? []).flatMap(({ type, args }) => [type, ...args.map((arg) => arg.type)]),
    ...(inputFields ?? []).map(({ type }) => type),
    ...(interfaces ?? []),
    ...(possibleTypes ?? []),
  ];
}

const KINDS = new Map<string, string>([
  [Kind.SCALAR_TYPE_DEFINITION, 'SCALAR'],
  [Kind.OBJECT_TYPE_DEFINITION, 'OBJECT'],
  [Kind.INTERFACE_TYPE_DEFINITION, 'INTERFACE'],
  [Kind.UNION_TYPE_DEFINITION, 'UNION'],
  [Kind.ENUM_TYPE_DEFINITION, 'ENUM'],
  [Kind.INPUT_OBJECT_TYPE_DEFINITION, 'INPUT_OBJECT'],
]);

/** Types from a text in the schema language, with the root types Query and Mutation. */
export function introspectedSchemaOf(text: string): IntrospectedSchema {
  const definitions = parse(text, { noLocation: true }).definitions.flatMap((definition) =>
    'name' in definition && KINDS.has(definition.kind) ? [definition] : [],
  );
  const kinds = new Map(
    definitions.map(({ kind, name }) => [name?.value ?? '', KINDS.get(kind) ?? '']),
  );
  const refTo = (node: TypeNode): IntrospectedTypeRef =>
    node.kind === Kind.NAMED_TYPE
      ? { kind: kinds.get(node.name.value) ?? 'SCALAR', name: node.name.value }
      : { kind: node.kind === Kind.LIST_TYPE ? 'LIST' : 'NON_NULL', ofType: refTo(node.type) };
  const inputs = (nodes: readonly InputValueDefinitionNode[] = []) =>
    nodes.map(({ name, type }) => ({ name: name.value, type: refTo(type), defaultValue: null }));
  const fields = (nodes: readonly FieldDefinitionNode[] = []) =>
    nodes.map(({ name, type, arguments: args, directives }) => ({
      name: name.value,
      type: refTo(type),
      args: inputs(args),
      ...deprecation(directives),
    }));
  const refs = (nodes: readonly NamedTypeNode[] = []) => nodes.map(refTo);
  const types = new Map<string, IntrospectedType>();
  for (const definition of definitions) {
    const name = definition.name?.value ?? '';
    const type: IntrospectedType = { kind: kinds.get(name) ?? '', name };
    types.set(name, type);
    if (
      definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
      definition.kind === Kind.INTERFACE_TYPE_DEFINITION
    ) {
      type.fields = fields(definition.fields);
      type.interfaces = refs(definition.interfaces);
    } else if (definition.kind === Kind.UNION_TYPE_DEFINITION) {
      type.possibleTypes = refs(definition.types);
    } else if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
      type.inputFields = inputs(definition.fields);
    } else if (definition.kind === Kind.ENUM_TYPE_DEFINITION) {
      type.enumValues = (definition.values ?? []).map(({ name: value, directives }) => ({
        name: value.value,
        ...deprecation(directives),
      }));
    }
  }
  return { queryType: 'Query', mutationType: 'Mutation', types };
}

function deprecation(directives: readonly DirectiveNode[] = []) {
  const found = directives.find(({ name }) => name.value === 'deprecated');
  const reason = found?.arguments?.[0]?.value;
  return {
    isDeprecated: found !== undefined,
    deprecationReason: found
      ? reason?.kind === Kind.STRING
        ? reason.value
        : 'No longer supported'
      : null,
  };
}
