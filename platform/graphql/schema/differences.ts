import type { GraphqlErrorEntry } from '../../errors/errors';
import {
  namedRef,
  refOf,
  refText,
  type ToldField,
  type ToldInput,
  type ToldSchema,
  type ToldType,
} from './toldTypes';

/** Takes out of a form what a refusal says that the platform lacks. @returns whether that changed the form */
type Lesson = (form: ToldSchema, ...names: string[]) => boolean;

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
export function isOfValidation(entry: GraphqlErrorEntry): boolean {
  return isAboutSchema(entry) || VALIDATION.test(entry.message);
}

/** Whether an error says that the document does not fit the platform's schema. */
export function isAboutSchema({ message, extensions }: GraphqlErrorEntry): boolean {
  if (/GRAPHQL_VALIDATION|ValidationError|KnownArgumentNames/i.test(String(extensions?.code)))
    return true;
  return LESSONS.some(([says]) => message.search(says) !== -1);
}

/** Makes a form more like the platform that refused a document. @returns whether that changed it */
export function learnFrom(form: ToldSchema, errors: readonly GraphqlErrorEntry[]): boolean {
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

const withoutField = (form: ToldSchema, typeName = '', name = ''): boolean => {
  const type = form.types.get(typeName);
  if (!type?.fields?.some((field) => field.name === name)) return false;
  type.fields = type.fields
    .filter((field) => field.name !== name)
    // Where a successor is missing, what it follows is what there is.
    .map((field) => ({ ...field, isDeprecated: false, deprecationReason: null }));
  return true;
};

function withoutArgument(form: ToldSchema, argument = '', field = '', type?: string): boolean {
  return changeFields(form, field, type, ({ args }) => {
    const left = args.filter(({ name }) => name !== argument);
    return left.length < args.length && { args: left };
  });
}

function withArgument(form: ToldSchema, field = '', argument = '', typeText = ''): boolean {
  const type = refIn(form, typeText);
  if (!type) return false;
  return changeFields(form, field, undefined, ({ args }) => {
    const present = args.find(({ name }) => name === argument);
    if (present && (present.type.kind === 'NON_NULL' || refText(present.type) === typeText)) {
      return false;
    }
    return { args: [...args.filter(({ name }) => name !== argument), { name: argument, type }] };
  });
}

/** What an argument of this name takes elsewhere. */
function usualType({ types }: ToldSchema, argument = ''): string {
  const fields = [...types.values()].flatMap((type) => type.fields ?? []);
  const found = fields.flatMap(({ args }) => args).find(({ name }) => name === argument);
  return found ? refText(found.type) : 'ID!';
}

/** Fields of the name; of every type where none is named. */
function changeFields(
  { types }: ToldSchema,
  name: string,
  typeName: string | undefined,
  change: (field: ToldField) => Partial<ToldField> | false,
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
function withRequiredInput(form: ToldSchema, name = '', typeText = '', of?: string): boolean {
  const required = refIn(form, typeText);
  if (!required) return false;
  const wanted = typeText.endsWith('!') ? required : { kind: 'NON_NULL', ofType: required };
  const optional = refText(wanted).slice(0, -1);
  let hasChanged = false;
  for (const type of form.types.values()) {
    const isMeant =
      of === undefined
        ? type.inputFields?.some((one) => one.name === name && refText(one.type) === optional)
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

function withoutInput({ types }: ToldSchema, typeName = '', name = ''): boolean {
  const type = types.get(typeName);
  const left = type?.inputFields?.filter((field) => field.name !== name);
  if (!type || !left || left.length === type.inputFields?.length) return false;
  type.inputFields = left;
  return true;
}

function withoutValue({ types }: ToldSchema, value = '', typeName = ''): boolean {
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
function ofOtherType(form: ToldSchema, name = '', typeText = '', isPlain = false): boolean {
  const type = refIn(form, typeText);
  const named = type && namedRef(type);
  if (!type || !named || LEAVES.has(named.kind) !== isPlain) return false;
  return changeFields(form, name, undefined, (field) => {
    const isSame = LEAVES.has(namedRef(field.type)?.kind ?? '') === isPlain;
    return !isSame && { type };
  });
}

/** Arguments of queries and mutations, whose variables have their names. */
function ofOtherArgumentType(form: ToldSchema, name = '', from = '', to = ''): boolean {
  const type = refIn(form, to);
  if (!type) return false;
  const roots = [form.queryType, form.mutationType].flatMap(
    (root) => form.types.get(root ?? '') ?? [],
  );
  let hasChanged = false;
  const change = (argument: ToldInput): ToldInput => {
    if (argument.name !== name || refText(argument.type) !== from) return argument;
    hasChanged = true;
    return { ...argument, type };
  };
  for (const root of roots) {
    root.fields = root.fields?.map((field) => ({ ...field, args: field.args.map(change) }));
  }
  return hasChanged && from !== to;
}

/** A scalar may go by another name; of another type, all that needs it is missing. */
function withoutType(form: ToldSchema, name = ''): boolean {
  const { types } = form;
  const missing = types.get(name);
  if (!missing) return false;
  types.delete(name);
  const isNamed = (ref: Parameters<typeof namedRef>[0]) => namedRef(ref)?.name === name;
  const asId = (ref: Parameters<typeof refText>[0]) =>
    refOf(refText(ref).replace(name, 'ID'), () => 'SCALAR');
  const inputs = (given: readonly ToldInput[]) =>
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

/** A type as it was told; undefined where it leads to one that the form does not have. */
function refIn({ types }: ToldSchema, text: string): ToldField['type'] | undefined {
  const name = text.replace(/[^\w]/g, '');
  const kind = types.get(name)?.kind ?? (BUILT_IN.has(name) ? 'SCALAR' : undefined);
  return kind === undefined ? undefined : refOf(text, () => kind);
}

const BUILT_IN = new Set(['Boolean', 'Float', 'ID', 'Int', 'String']);

/** A form of one's own, to be changed. */
export function copyOf({ types, ...roots }: ToldSchema): ToldSchema {
  const copied = [...types].map(([name, type]): [string, ToldType] => [name, { ...type }]);
  return { ...roots, types: new Map(copied) };
}
