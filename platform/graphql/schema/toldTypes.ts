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

/** Types as an introspection's answer tells them, with what this client needs of it; they may be changed. */
export interface ToldType {
  kind: string;
  name: string;
  fields?: ToldField[] | null;
  inputFields?: ToldInput[] | null;
  enumValues?: ToldValue[] | null;
  interfaces?: ToldRef[] | null;
  possibleTypes?: ToldRef[] | null;
}

export interface ToldField extends ToldValue {
  args: ToldInput[];
  type: ToldRef;
}

export interface ToldInput {
  name: string;
  type: ToldRef;
  defaultValue?: string | null;
}

interface ToldValue {
  name: string;
  isDeprecated?: boolean;
  deprecationReason?: string | null;
}

export interface ToldRef {
  kind: string;
  name?: string | null;
  ofType?: ToldRef | null;
}

export interface ToldSchema {
  queryType: string;
  mutationType?: string;
  types: Map<string, ToldType>;
}

/** The kind and name of what a reference leads to; undefined where it was cut before its end. */
export function namedRef(ref: ToldRef): { kind: string; name: string } | undefined {
  let named: ToldRef | null | undefined = ref;
  while (named && !named.name) named = named.ofType;
  return named?.name ? { kind: named.kind, name: named.name } : undefined;
}

/** As the schema language writes it: `[UUID!]!`. */
export function refText(ref: ToldRef): string {
  if (ref.kind === 'NON_NULL' && ref.ofType) return `${refText(ref.ofType)}!`;
  if (ref.kind === 'LIST' && ref.ofType) return `[${refText(ref.ofType)}]`;
  return ref.name ?? '';
}

/** @param text as `[UUID!]!` @param kindOf the kind of a type by its name */
export function refOf(text: string, kindOf: (name: string) => string): ToldRef {
  const trimmed = text.trim();
  if (trimmed.endsWith('!')) {
    return { kind: 'NON_NULL', ofType: refOf(trimmed.slice(0, -1), kindOf) };
  }
  if (trimmed.startsWith('[')) {
    return { kind: 'LIST', ofType: refOf(trimmed.slice(1, trimmed.lastIndexOf(']')), kindOf) };
  }
  return { kind: kindOf(trimmed), name: trimmed };
}

const SCALARS = ['Boolean', 'Float', 'ID', 'Int', 'String'];
const STUB = { fields: [], inputFields: [], enumValues: [], interfaces: [], possibleTypes: [] };

/**
 * What is told, as an introspection's whole answer. Types that are named and not told stand there without fields.
 * @returns also the names of those
 */
export function introspectionOf({ queryType, mutationType, types }: ToldSchema): {
  introspection: IntrospectionQuery;
  untold: Set<string>;
} {
  const named = new Map<string, string>(SCALARS.map((name) => [name, 'SCALAR']));
  named.set(queryType, 'OBJECT');
  if (mutationType !== undefined) named.set(mutationType, 'OBJECT');
  const interfacesOf = new Map<string, ToldRef[]>();
  for (const type of types.values()) {
    for (const ref of refsIn(type)) {
      const found = namedRef(ref);
      if (found) named.set(found.name, found.kind);
    }
    // Of a member that is not told nothing but its interface says what it is a member of.
    for (const { name } of (type.kind === 'INTERFACE' && type.possibleTypes) || []) {
      const others = interfacesOf.get(String(name)) ?? [];
      interfacesOf.set(String(name), [...others, { kind: 'INTERFACE', name: type.name }]);
    }
  }
  const untold = new Set([...named.keys()].filter((name) => !types.has(name)));
  const stubs = [...untold].map((name) => ({
    ...STUB,
    name,
    kind: named.get(name),
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
  return { introspection, untold: new Set([...untold].filter((name) => !SCALARS.includes(name))) };
}

function refsIn({ fields, inputFields, interfaces, possibleTypes }: ToldType): ToldRef[] {
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
export function toldTypesOf(text: string): ToldSchema {
  const definitions = parse(text, { noLocation: true }).definitions.flatMap((definition) =>
    'name' in definition && KINDS.has(definition.kind) ? [definition] : [],
  );
  const kinds = new Map(
    definitions.map(({ kind, name }) => [name?.value ?? '', KINDS.get(kind) ?? '']),
  );
  const refTo = (node: TypeNode): ToldRef =>
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
  const types = new Map<string, ToldType>();
  for (const definition of definitions) {
    const name = definition.name?.value ?? '';
    const type: ToldType = { kind: kinds.get(name) ?? '', name };
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
