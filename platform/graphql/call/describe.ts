import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLInputType,
} from 'graphql';
import type { RootField } from '../schema/rootFields';
import { UPLOAD_SCALAR } from './arguments';

/** What a form needs to know of an argument. */
export interface ArgumentField {
  name: string;
  required: boolean;
  /** How its value is typed in. `file` names an item's binary field. */
  input: 'string' | 'number' | 'boolean' | 'dateTime' | 'options' | 'object' | 'array' | 'file';
  /** The type as the schema writes it, without the mark of a required one; for an input object with its fields. */
  shape: string;
  /** Only for `options`. */
  values?: Array<{ name: string; description?: string }>;
  defaultValue?: string | number | boolean;
}

const DATE_SCALARS = /^(?:DateTime|Date|Timestamp|Instant)$/i;

export function describeArguments({ field }: RootField): ArgumentField[] {
  return field.args.map((argument) => {
    const type = isNonNullType(argument.type) ? argument.type.ofType : argument.type;
    const { defaultValue } = argument;
    return {
      name: argument.name,
      required: isRequiredArgument(argument),
      input: inputOf(type),
      shape: shapeOf(type),
      ...(isEnumType(type) && {
        values: type
          .getValues()
          .map(({ name, description }) => ({ name, ...(description && { description }) })),
      }),
      ...(['string', 'number', 'boolean'].includes(typeof defaultValue) && {
        defaultValue: defaultValue as string | number | boolean,
      }),
    };
  });
}

function inputOf(type: GraphQLInputType): ArgumentField['input'] {
  if (isListType(type)) return 'array';
  if (isInputObjectType(type)) return 'object';
  if (isEnumType(type)) return 'options';
  const { name } = getNamedType(type);
  if (name === UPLOAD_SCALAR) return 'file';
  if (name === 'Int' || name === 'Float') return 'number';
  if (name === 'Boolean') return 'boolean';
  return DATE_SCALARS.test(name) ? 'dateTime' : 'string';
}

/** `JobInput { projectId: UUID!, name: String!, … }`: required fields first. */
function shapeOf(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return String(type);
  const fields = Object.values(named.getFields());
  const required = fields.filter(isRequiredInputField);
  const optional = fields.filter((field) => !isRequiredInputField(field));
  const described = [...required, ...optional].map(
    (field) => `${field.name}: ${String(field.type)}`,
  );
  return `${String(type)} { ${described.join(', ')} }`;
}
