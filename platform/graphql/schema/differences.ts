import type { GraphqlErrorEntry } from '../../errors/errors';
import {
  namedTypeRef,
  parseTypeRef,
  typeRefText,
  type IntrospectedField,
  type IntrospectedInput,
  type IntrospectedSchema,
  type IntrospectedType,
} from './introspectedTypes';

/** Takes out of a form what a refusal says that the platform lacks. @returns whether that changed the form */
type Lesson = (form: IntrospectedSchema, ...names: string[]) => boolean;

/** A name in whatever quotation marks. */
const NAME = '["\'`](?:\\w+\\.)*(\\w+)["\'`]';
const COORDINATE = '["\'`](\\w+)\\.(\\w+)["\'`]';
const TYPE = '["\'`]([\\w[\\]!]+)["\'`]';

/** What GraphQL servers say of a document that does not fit: those in JavaScript, Go and Python, Scala, Java, .NET and Ruby. */
const LESSONS: ReadonlyArray<[RegExp, Lesson]> = [
  [
    pattern(`Cannot query field ${NAME} on type ${NAME}`),
    (form, field, type) => withoutField(form, type, field),
  ],
  [
    pattern(`Field ${NAME} in type ${NAME} is undefined`),
    (form, field, type) => withoutField(form, type, field),
  ],
  [
    pattern(`field ${NAME} does not exist on the type ${NAME}`),
    (form, field, type) => withoutField(form, type, field),
  ],
  [
    pattern(`Field ${NAME} doesn't exist on type ${NAME}`),
    (form, field, type) => withoutField(form, type, field),
  ],
  [
    pattern(`Unknown argument ${NAME} on field ${COORDINATE}`),
    (form, argument, type, field) => withoutArgument(form, argument, field, type),
  ],
  [
    pattern(`Unknown argument ${NAME} on field ${NAME} of type ${NAME}`),
    (form, argument, field, type) => withoutArgument(form, argument, field, type),
  ],
  [
    pattern(`UnknownArgument@\\[(?:\\w+/)*(\\w+)\\]\\)? ?: Unknown field argument ${NAME}`),
    (form, field, argument) => withoutArgument(form, argument, field),
  ],
  [
    pattern(`Field ${NAME} doesn't accept argument ${NAME}`),
    (form, field, argument) => withoutArgument(form, argument, field),
  ],
  [
    pattern(`Field ${NAME} argument ${NAME} of type ${TYPE} is required`),
    (form, field, argument, type) => withArgument(form, field, argument, type),
  ],
  [
    pattern(`MissingFieldArgument@\\[(?:\\w+/)*(\\w+)\\]\\)? ?: Missing field argument ${NAME}`),
    (form, field, argument) => withArgument(form, field, argument, usualType(form, argument)),
  ],
  [
    pattern(`Field ${COORDINATE} of required type ${TYPE} was not provided`),
    (form, type, field, ref) => withRequiredInput(form, field, ref, type),
  ],
  [
    pattern(`Field ["'\`](\\w+)["'\`] of required type ${TYPE} was not provided`),
    (form, field, ref) => withRequiredInput(form, field, ref),
  ],
  [
    pattern(`Field ${NAME} is not defined by type ${NAME}`),
    (form, field, type) => withoutInput(form, type, field),
  ],
  [
    pattern(
      `contains a field (?:name )?(?:not in|that is not defined for input object type) ${NAME}: ${NAME}`,
    ),
    (form, type, field) => withoutInput(form, type, field),
  ],
  [
    pattern(`contains a field name ${NAME} that is not defined for input object type ${NAME}`),
    (form, field, type) => withoutInput(form, type, field),
  ],
  [
    pattern(`Value ${NAME} does not exist in ${NAME} enum`),
    (form, value, type) => withoutValue(form, type, value),
  ],
  [
    pattern(`Field ${NAME} must not have a (?:sub ?)?selection since type ${TYPE} has no`),
    (form, field, type) => ofOtherType(form, field, type, true),
  ],
  [
    pattern(`not allowed on leaf type ${TYPE} of field ${NAME}`),
    (form, type, field) => ofOtherType(form, field, type, true),
  ],
  [
    pattern(`Field ${NAME} of type ${TYPE} must have a (?:sub ?)?selection`),
    (form, field, type) => ofOtherType(form, field, type, false),
  ],
  [
    pattern(`required for type ${TYPE} of field ${NAME}`),
    (form, type, field) => ofOtherType(form, field, type, false),
  ],
  [
    pattern(
      `Variable ["'\`]\\$?(\\w+)["'\`] of type ${TYPE} used in position expecting type ${TYPE}`,
    ),
    (form, argument, from, to) => ofOtherArgumentType(form, argument, from, to),
  ],
  [pattern(`Unknown type ${NAME}`), (form, type) => withoutType(form, type)],
];

function pattern(text: string): RegExp {
  return new RegExp(text, 'gi');
}

const VALIDATION =
  /^(?:Cannot query field|Unknown (?:argument|type|fragment|directive)|Field ["'`]|Variable ["'`]?\$|Variable ["'`]\w|Fragment ["'`]|Argument ["'`]|Value ["'`]|Expected (?:value of )?type|Fields ["'`]|Validation error|Query does not pass validation|The (?:argument|field) ["'`])/i;

/** Whether an error is one of validation, which comes before anything is carried out. */
export function isValidationError(entry: GraphqlErrorEntry): boolean {
  return isSchemaMismatch(entry) || VALIDATION.test(entry.message);
}

/** Whether an error says that the document does not fit the platform's schema. */
export function isSchemaMismatch({ message, extensions }: GraphqlErrorEntry): boolean {
  if (/GRAPHQL_VALIDATION|ValidationError|KnownArgumentNames/i.test(String(extensions?.code)))
    return true;
  return LESSONS.some(([says]) => message.search(says) !== -1);
}

/** Makes a form more like the platform that refused a document. @returns whether that changed it */
export function learnFrom(form: IntrospectedSchema, errors: readonly GraphqlErrorEntry[]): boolean {
  let hasChanged = false;
  for (const { message } of errors) {
    for (const [says, lesson] of LESSONS) {
      for (const [, ...names] of message.matchAll(says)) {
        hasChanged = lesson(form, ...names) || hasChanged;
      }
    }
  }
  return hasChanged;
}

const withoutField = (form: IntrospectedSchema, typeName = '', name = ''): boolean => {
  const type = form.types.get(typeName);
  if (!type?.fields?.some((field) => field.name === name)) return false;
  type.fields = type.fields
    .filter((field) => field.name !== name)
    // Where a successor is missing, what it follows is what there is.
    .map((field) => ({ ...field, isDeprecated: false, deprecationReason: null }));
  return true;
};

function withoutArgument(
  form: IntrospectedSchema,
  argument = '',
  field = '',
  type?: string,
): boolean {
  return changeFields(form, field, type, ({ args }) => {
    const left = args.filter(({ name }) => name !== argument);
    return left.length < args.length && { args: left };
  });
}

function withArgument(form: IntrospectedSchema, field = '', argument = '', typeText = ''): boolean {
  const type = refIn(form, typeText);
  if (!type) return false;
  return changeFields(form, field, undefined, ({ args }) => {
    const present = args.find(({ name }) => name === argument);
    if (present && (present.type.kind === 'NON_NULL' || typeRefText(present.type) === typeText)) {
      return false;
    }
    return { args: [...args.filter(({ name }) => name !== argument), { name: argument, type }] };
  });
}

/** What an argument of this name takes elsewhere. */
function usualType({ types }: IntrospectedSchema, argument = ''): string {
  const fields = [...types.values()].flatMap((type) => type.fields ?? []);
  const found = fields.flatMap(({ args }) => args).find(({ name }) => name === argument);
  return found ? typeRefText(found.type) : 'ID!';
}

/** Fields of the name; of every type where none is named. */
function changeFields(
  { types }: IntrospectedSchema,
  name: string,
  typeName: string | undefined,
  change: (field: IntrospectedField) => Partial<IntrospectedField> | false,
): boolean {
  let hasChanged = false;
  for (const type of types.values()) {
    if (typeName !== undefined && type.name !== typeName) continue;
    type.fields = type.fields?.map((field) => {
      const changed = field.name === name && change(field);
      hasChanged ||= changed !== false;
      return changed ? { ...field, ...changed } : field;
    });
  }
  return hasChanged;
}

/** An input field that has to be given; of the types that have it, where none is named. */
function withRequiredInput(
  form: IntrospectedSchema,
  name = '',
  typeText = '',
  of?: string,
): boolean {
  const required = refIn(form, typeText);
  if (!required) return false;
  const wanted = typeText.endsWith('!') ? required : { kind: 'NON_NULL', ofType: required };
  const optional = typeRefText(wanted).slice(0, -1);
  let hasChanged = false;
  for (const type of form.types.values()) {
    const isMeant =
      of === undefined
        ? type.inputFields?.some((one) => one.name === name && typeRefText(one.type) === optional)
        : type.name === of && type.inputFields;
    const isRequired = type.inputFields?.some(
      (one) => one.name === name && one.type.kind === 'NON_NULL',
    );
    if (!isMeant || isRequired) continue;
    const others = (type.inputFields ?? []).filter((one) => one.name !== name);
    type.inputFields = [...others, { name, type: wanted }];
    hasChanged = true;
  }
  return hasChanged;
}

function withoutInput({ types }: IntrospectedSchema, typeName = '', name = ''): boolean {
  const type = types.get(typeName);
  const left = type?.inputFields?.filter((field) => field.name !== name);
  if (!type || !left || left.length === type.inputFields?.length) return false;
  type.inputFields = left;
  return true;
}

function withoutValue({ types }: IntrospectedSchema, value = '', typeName = ''): boolean {
  // Named in either order: what is the type is known.
  const [type, name] = types.has(typeName)
    ? [types.get(typeName), value]
    : [types.get(value), typeName];
  const left = type?.enumValues?.filter((one) => one.name !== name);
  if (!type || !left || left.length === type.enumValues?.length) return false;
  type.enumValues = left;
  return true;
}

const LEAVES = new Set(['SCALAR', 'ENUM']);

/** Fields that were thought to be objects, and are plain there, or the other way about. */
function ofOtherType(form: IntrospectedSchema, name = '', typeText = '', isPlain = false): boolean {
  const type = refIn(form, typeText);
  const fieldType = type && namedTypeRef(type);
  if (!type || !fieldType || LEAVES.has(fieldType.kind) !== isPlain) return false;
  return changeFields(form, name, undefined, (field) => {
    const isSame = LEAVES.has(namedTypeRef(field.type)?.kind ?? '') === isPlain;
    return !isSame && { type };
  });
}

/** Arguments of queries and mutations, whose variables have their names. */
function ofOtherArgumentType(form: IntrospectedSchema, name = '', from = '', to = ''): boolean {
  const type = refIn(form, to);
  if (!type) return false;
  const roots = [form.queryType, form.mutationType].flatMap(
    (root) => form.types.get(root ?? '') ?? [],
  );
  let hasChanged = false;
  const change = (argument: IntrospectedInput): IntrospectedInput => {
    if (argument.name !== name || typeRefText(argument.type) !== from) return argument;
    hasChanged = true;
    return { ...argument, type };
  };
  for (const root of roots) {
    root.fields = root.fields?.map((field) => ({ ...field, args: field.args.map(change) }));
  }
  return hasChanged && from !== to;
}

/** A scalar may go by another name; of another type, all that needs it is missing. */
function withoutType(form: IntrospectedSchema, name = ''): boolean {
  const { types } = form;
  const missing = types.get(name);
  if (!missing) return false;
  types.delete(name);
  const isNamed = (ref: Parameters<typeof namedTypeRef>[0]) => namedTypeRef(ref)?.name === name;
  const asId = (ref: Parameters<typeof typeRefText>[0]) =>
    parseTypeRef(typeRefText(ref).replace(name, 'ID'), () => 'SCALAR');
  const inputs = (given: readonly IntrospectedInput[]) =>
    missing.kind === 'SCALAR'
      ? given.map((one) => (isNamed(one.type) ? { ...one, type: asId(one.type) } : one))
      : given.filter(({ type }) => !isNamed(type));
  for (const type of types.values()) {
    type.fields = type.fields
      ?.filter((field) => missing.kind === 'SCALAR' || !isNamed(field.type))
      .map((field) => ({
        ...field,
        type: isNamed(field.type) ? asId(field.type) : field.type,
        args: inputs(field.args),
      }));
    type.inputFields = type.inputFields && inputs(type.inputFields);
    type.interfaces = type.interfaces?.filter((ref) => ref.name !== name);
    type.possibleTypes = type.possibleTypes?.filter((ref) => ref.name !== name);
  }
  return true;
}

/** A type as it was returned; undefined where it leads to one that the form does not have. */
function refIn({ types }: IntrospectedSchema, text: string): IntrospectedField['type'] | undefined {
  const name = text.replace(/[^\w]/g, '');
  const kind = types.get(name)?.kind ?? (BUILT_IN.has(name) ? 'SCALAR' : undefined);
  return kind === undefined ? undefined : parseTypeRef(text, () => kind);
}

const BUILT_IN = new Set(['Boolean', 'Float', 'ID', 'Int', 'String']);

/** A form of one's own, to be changed. */
export function copyOf({ types, ...roots }: IntrospectedSchema): IntrospectedSchema {
  const copied = [...types].map(([name, type]): [string, IntrospectedType] => [name, { ...type }]);
  return { ...roots, types: new Map(copied) };
}
