import path from 'node:path';

/** Refuses imports from some of the project's folders, by where the file lies and not by what its path looks like. */
export const noImportFrom = {
  meta: {
    type: 'problem',
    docs: { description: 'The directions of docs/architecture.md' },
    messages: { wrongWay: '{{folder}}/ may not be imported here, see docs/architecture.md.' },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create(context) {
    const [folders] = context.options;
    const check = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const target = path.resolve(path.dirname(context.filename), source.value);
      const [folder] = path.relative(context.cwd, target).split(path.sep);
      if (folders.includes(folder)) {
        context.report({ node: source, messageId: 'wrongWay', data: { folder } });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: ({ argument, source }) => check({ source: source ?? argument?.literal }),
    };
  },
};
