import path from 'node:path';
import { readImports } from './imports.mjs';

/** Files that import each other in a circle, types included, cannot be understood one after the other. */
export const noImportCircle = {
  meta: {
    type: 'problem',
    docs: { description: 'A file may not import itself, also not by way of others' },
    messages: {
      circle: 'Circle of imports: {{circle}}. Move what both need into a file of its own.',
    },
    schema: [],
  },
  create(context) {
    return {
      Program(node) {
        const circle = wayBack(context.filename);
        if (!circle) return;
        const names = circle.map((file) => path.relative(context.cwd, file)).join(' → ');
        context.report({ node, messageId: 'circle', data: { circle: names } });
      },
    };
  },
};

/** The shortest way of imports from a file to itself. */
function wayBack(start) {
  const cameFrom = new Map();
  const open = [start];
  for (const file of open) {
    for (const imported of readImports(file)) {
      if (imported === start) return [start, ...way(cameFrom, file, start), start];
      if (cameFrom.has(imported)) continue;
      cameFrom.set(imported, file);
      open.push(imported);
    }
  }
  return undefined;
}

function way(cameFrom, end, start) {
  const files = [];
  for (let file = end; file !== start; file = cameFrom.get(file)) files.unshift(file);
  return files;
}
