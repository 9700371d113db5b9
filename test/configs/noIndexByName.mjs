import ts from 'typescript';

/** graphql's own maps, which it makes without a prototype. */
const WITHOUT_PROTOTYPE = new Set([
  'GraphQLFieldMap',
  'GraphQLInputFieldMap',
  'ObjMap',
  'ReadOnlyObjMap',
]);

/**
 * Refuses `object[name]` and `name in object` for names that are known only at run time. Every object has names that it
 * inherits: `table['constructor']` finds a function, and `tree['__proto__']` leads to what all objects share.
 */
export const noIndexByName = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      indexed:
        'A name from outside may be "__proto__" or "constructor". Use a Map, or ownValue() of platform/common/text/names.ts.',
    },
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    const isAnyName = (node) => isOpenText(parserServices.getTypeAtLocation(node));
    const types = parserServices.program.getTypeChecker();
    const mapOf = (node) =>
      types.getNonNullableType(parserServices.getTypeAtLocation(node)).aliasSymbol?.name;
    const report = (node) => context.report({ node, messageId: 'indexed' });
    return {
      MemberExpression({ computed, object, property }) {
        if (!computed || !isAnyName(property)) return;
        if (!WITHOUT_PROTOTYPE.has(mapOf(object))) report(property);
      },
      'ObjectPattern > Property[computed=true]'({ key }) {
        if (isAnyName(key)) report(key);
      },
      'BinaryExpression[operator="in"]'({ left }) {
        if (left.type !== 'PrivateIdentifier' && isAnyName(left)) report(left);
      },
    };
  },
};

/** A type that does not tell which texts there can be. */
function isOpenText(type) {
  if (type.isUnion()) return type.types.some(isOpenText);
  if (type.isStringLiteral()) return false;
  const anyText = ts.TypeFlags.StringLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  return (type.flags & anyText) !== 0;
}
