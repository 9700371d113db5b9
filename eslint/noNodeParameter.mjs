const READERS = new Set([
  'getNodeParameter',
  'getCurrentNodeParameter',
  'getCurrentNodeParameters',
]);

/**
 * Refuses to read a node's parameters by n8n's own functions, which check nothing: what a user or a sheet gives is then
 * taken for something else. The reader in nodes/shared/parameters checks each value by the definition of its field.
 */
export const noNodeParameter = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unchecked:
        'n8n checks no value. Read it from `parameters`, by the type of its field: nodes/shared/parameters.',
    },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'unchecked' });
    const isReader = ({ name, value }) => READERS.has(name ?? value);
    return {
      MemberExpression({ property }) {
        if (isReader(property)) report(property);
      },
      'ObjectPattern > Property'({ key }) {
        if (isReader(key)) report(key);
      },
    };
  },
};
