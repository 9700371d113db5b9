import {
  execute,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

/** Executes a document on a schema whose every field has a value; the first member stands for interface and union. */
export function executeOn(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): ExecutionResult {
  const problems = validate(schema, document);
  if (problems.length > 0) return { errors: problems };
  return execute({
    schema,
    document,
    variableValues: variables,
    rootValue: {},
    fieldResolver: (_source, _args, _context, info) => valueOf(schema, info.returnType),
    typeResolver: (_value, _context, _info, type) => schema.getPossibleTypes(type)[0]?.name,
  }) as ExecutionResult;
}

function valueOf(schema: GraphQLSchema, type: GraphQLOutputType): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [valueOf(schema, inner.ofType as GraphQLOutputType)];
  const named = getNamedType(inner);
  if (isEnumType(named)) return named.getValues()[0]?.value;
  if (isScalarType(named)) return scalarValue(named.name);
  // Nothing can be a member of an interface that nothing implements.
  return isAbstractType(named) && schema.getPossibleTypes(named).length === 0 ? null : {};
}

/** As a user types it in. */
export const JSON_TEXT = '{"typed":["in"]}';

/** A value that fits an input type, with every optional member filled in to some depth. */
export function inputValueOf(type: GraphQLInputType, depth = 0): unknown {
  if (isNonNullType(type)) return inputValueOf(type.ofType, depth);
  if (isListType(type)) return [inputValueOf(type.ofType, depth)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const given = Object.values(type.getFields()).filter(
      (member) => depth < 4 || isNonNullType(member.type),
    );
    const valued = given.map((member) => [member.name, inputValueOf(member.type, depth + 1)]);
    return Object.fromEntries(valued) as object;
  }
  return scalarValue(getNamedType(type).name);
}

function scalarValue(name: string): unknown {
  switch (name) {
    case 'Int':
      return 7;
    case 'Float':
      return 1.5;
    case 'Boolean':
      return true;
    case 'JSON':
      return JSON_TEXT;
    default:
      return 'text';
  }
}
