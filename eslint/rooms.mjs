import { readdirSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, isCode, readImports } from './imports.mjs';

/** More files side by side are a list, and tell nobody what to read first. */
const MOST_FILES = 20;

/**
 * Keeps the drawing of the code a drawing: within each folder, what lies in it (files, and folders with all that is below
 * them) imports each other in one direction, types included.
 */
export const oneDirection = {
  meta: {
    type: 'problem',
    docs: { description: 'Folders import each other in one direction' },
    messages: {
      circle:
        'Circle of folders in {{place}}: {{circle}}. Move what both need to where neither is.',
    },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create(context) {
    const [folders] = context.options;
    const { cwd, filename } = context;
    return {
      Program(node) {
        const arrows = arrowsIn(cwd, folders);
        for (const imported of readImports(filename)) {
          const step = stepOf(path.relative(cwd, filename), path.relative(cwd, imported));
          const way = wayBack(arrows.get(step.place) ?? new Map(), step);
          if (!way) continue;
          const data = { place: step.place || 'the project', circle: way.join(' → ') };
          context.report({ node, messageId: 'circle', data });
        }
      },
    };
  },
};

/** Keeps rooms small enough to be read: told once, at the last file of a room. */
export const smallRooms = {
  meta: {
    type: 'problem',
    docs: { description: 'A folder holds few files directly' },
    messages: {
      crowded:
        '{{count}} files in one folder, more than {{most}}. Give them rooms by what they are for.',
    },
    schema: [],
  },
  create({ filename, report }) {
    return {
      Program(node) {
        const room = readdirSync(path.dirname(filename)).filter(isCode).sort();
        if (room.length <= MOST_FILES || room.at(-1) !== path.basename(filename)) return;
        const data = { count: room.length, most: MOST_FILES };
        report({ node, messageId: 'crowded', data });
      },
    };
  },
};

/** The folder in which two files go apart, and what of it each lies in. */
function stepOf(file, imported) {
  const [from, to] = [file.split(path.sep), imported.split(path.sep)];
  const depth = from.findIndex((part, index) => part !== to[index]);
  return { place: from.slice(0, depth).join('/'), from: from[depth], to: to[depth] };
}

/** The shortest way from what is imported back to what imports it. */
function wayBack(arrows, { from, to }) {
  const cameFrom = new Map([[to, from]]);
  for (const box of cameFrom.keys()) {
    if (box === from) {
      const way = [from];
      for (let at = cameFrom.get(from); at !== from; at = cameFrom.get(at)) way.unshift(at);
      return [from, ...way];
    }
    for (const next of arrows.get(box) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, box);
  }
  return undefined;
}

let drawn;

/** What imports what, in each folder; read once. */
function arrowsIn(root, folders) {
  if (drawn) return drawn;
  drawn = new Map();
  for (const file of folders.flatMap((folder) => filesBelow(path.join(root, folder)))) {
    for (const imported of readImports(file)) {
      const { place, from, to } = stepOf(path.relative(root, file), path.relative(root, imported));
      if (!drawn.has(place)) drawn.set(place, new Map());
      const arrows = drawn.get(place);
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return drawn;
}
