import type {
  IntrospectedField,
  IntrospectedInput,
  IntrospectedTypeRef,
  IntrospectedSchema,
  IntrospectedType,
} from './introspectedTypes';
import { namedTypeRef } from './introspectedTypes';

/** How much of a schema is asked for in one request. */
export interface PartLimits {
  /** How many types, each by an alias of its own. */
  types: number;
  /** How many levels of fields, that of `__type` and that of the names included. */
  levels: number;
  /** Whether deprecated arguments and input fields are asked for, which older servers do not know. */
  deprecatedInputs: boolean;
}

/** Below the least, nothing can be told of a type's fields. */
export const LEVELS = [12, 8, 7, 6, 5, 4] as const;

export const ROOTS_DOCUMENT = '{ __schema { queryType { name } mutationType { name } } }';

/** Asks for types by their names, as shallow as the limits say: what a type is wrapped in takes a level each. */
export function typesDocument(
  names: readonly string[],
  { levels, deprecatedInputs }: PartLimits,
): string {
  const all = deprecatedInputs ? '(includeDeprecated: true)' : '';
  // `__type { fields { type { … name } } }`, and one level more for the arguments.
  const output = refDocument(levels - 4);
  const argument = refDocument(levels - 5);
  const selection = `kind name
    fields(includeDeprecated: true) {
      name isDeprecated deprecationReason ${output} args${all} { name defaultValue ${argument} }
    }
    inputFields${all} { name defaultValue ${output} }
    enumValues(includeDeprecated: true) { name isDeprecated deprecationReason }
    interfaces { kind name } possibleTypes { kind name }`;
  const aliased = names.map(
    (name, index) => `${aliasOf(index)}: __type(name: ${JSON.stringify(name)}) { ${selection} }`,
  );
  return `{ ${aliased.join(' ')} }`.replace(/\s+/g, ' ');
}

export function aliasOf(index: number): string {
  return `t${index}`;
}

function refDocument(wrappers: number): string {
  if (wrappers < 0) return '';
  return `type ${'{ kind name ofType '.repeat(wrappers)}{ kind name }${' }'.repeat(wrappers)}`;
}

/**
 * A type as it was returned, where what it refers to may have been cut before its end. What is cut is taken from the form that
 * is known of such platforms, where that begins alike; a field or an argument that stays cut is left out.
 */
export function withoutCuts(
  introspected: IntrospectedType,
  known: IntrospectedSchema | undefined,
): IntrospectedType {
  const like = known?.types.get(introspected.name);
  const inputs = (
    given: readonly IntrospectedInput[],
    knownInputs: readonly IntrospectedInput[] = [],
  ) =>
    given.flatMap((input) => {
      const type = whole(input.type, knownInputs.find(({ name }) => name === input.name)?.type);
      return type ? [{ ...input, type }] : [];
    });
  const fields = (introspected.fields ?? []).flatMap((field): IntrospectedField[] => {
    const knownField = like?.fields?.find(({ name }) => name === field.name);
    const type = whole(field.type, knownField?.type);
    return type ? [{ ...field, type, args: inputs(field.args, knownField?.args) }] : [];
  });
  return {
    ...introspected,
    ...(introspected.fields && { fields }),
    ...(introspected.inputFields && {
      inputFields: inputs(introspected.inputFields, like?.inputFields ?? undefined),
    }),
  };
}

export function isCut(introspected: IntrospectedType): boolean {
  const refs = [
    ...(introspected.fields ?? []).flatMap(({ type, args }) => [
      type,
      ...args.map((arg) => arg.type),
    ]),
    ...(introspected.inputFields ?? []).map(({ type }) => type),
  ];
  return refs.some(
    (ref) => (ref as IntrospectedTypeRef | undefined) === undefined || !namedTypeRef(ref),
  );
}

function whole(
  ref: IntrospectedTypeRef | undefined,
  known: IntrospectedTypeRef | undefined,
): IntrospectedTypeRef | undefined {
  if (ref && namedTypeRef(ref)) return ref;
  return known && beginsLike(known, ref) ? known : undefined;
}

function beginsLike(
  known: IntrospectedTypeRef,
  ref: IntrospectedTypeRef | null | undefined,
): boolean {
  if (!ref) return true;
  if (known.kind !== ref.kind) return false;
  return !ref.ofType || (!!known.ofType && beginsLike(known.ofType, ref.ofType));
}
