import ts from 'typescript';

/** Types of graphql whose objects have no prototype. */
const WITHOUT_PROTOTYPE = new Set([
  'GraphQLFieldMap',
  'GraphQLInputFieldMap',
  'ObjMap',
  'ReadOnlyObjMap',
]);

/** Forbids `object[name]` and `name in object` for names from outside, because `table['constructor']` finds an inherited function. */
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
    const getMapName = (node) =>
      types.getNonNullableType(parserServices.getTypeAtLocation(node)).aliasSymbol?.name;
    const report = (node) => context.report({ node, messageId: 'indexed' });
    return {
      MemberExpression({ computed, object, property }) {
        if (!computed || !isAnyName(property)) return;
        if (!WITHOUT_PROTOTYPE.has(getMapName(object))) report(property);
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

/** Returns true if the type allows any text, not only certain literals. */
function isOpenText(type) {
  if (type.isUnion()) return type.types.some(isOpenText);
  if (type.isStringLiteral()) return false;
  const anyText = ts.TypeFlags.StringLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  return (type.flags & anyText) !== 0;
}
