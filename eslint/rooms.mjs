import path from 'node:path';
import { filesBelow, readImports } from './imports.mjs';

/** More files side by side are a list, and tell nobody what to read first. */
const MOST_FILES = 20;

/**
 * Keeps the drawing of the code a drawing: within each folder, what lies in it (files, and folders with all that is below
 * them) imports each other in one direction, types included. A room has at most 20 files directly in it.
 */
export const rooms = {
  meta: {
    type: 'problem',
    docs: { description: 'Folders import each other in one direction and stay small' },
    messages: {
      circle: 'Circle of folders in {{place}}: {{circle}}. Move what both need below both.',
      crowded: '{{place}} has {{count}} files, more than {{most}}. Give them rooms by what they are for.',
    },
    schema: [{ type: 'array', items: { type: 'string' } }],
  },
  create(context) {
    const [folders] = context.options;
    return {
      Program(node) {
        const drawing = drawingOf(context.cwd, folders);
        const file = path.relative(context.cwd, context.filename);
        const room = drawing.rooms.get(path.dirname(file)) ?? [];
        // Once a room, at its last file.
        if (room.length > MOST_FILES && room.at(-1) === file) {
          const data = { place: path.dirname(file), count: room.length, most: MOST_FILES };
          context.report({ node, messageId: 'crowded', data });
        }
        for (const imported of readImports(context.filename)) {
          const step = stepOf(file, path.relative(context.cwd, imported));
          const way = step && wayBack(drawing.places.get(step.place), step);
          if (!way) continue;
          const data = { place: step.place || 'the project', circle: way.join(' → ') };
          context.report({ node, messageId: 'circle', data });
        }
      },
    };
  },
};

/** The folder in which two files go apart, and what they lie in there; undefined where one lies in a folder beside itself. */
function stepOf(from, to) {
  const [one, other] = [from.split(path.sep), to.split(path.sep)];
  const depth = one.findIndex((part, index) => part !== other[index]);
  if (depth === -1 || depth >= other.length) return undefined;
  return { place: one.slice(0, depth).join('/'), from: one[depth], to: other[depth] };
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

/** Read once: what each room holds, and in each folder what imports what. */
function drawingOf(root, folders) {
  if (drawn) return drawn;
  const files = folders.flatMap((folder) => filesBelow(path.join(root, folder)));
  const rooms = Map.groupBy(
    files.map((file) => path.relative(root, file)).sort(),
    (file) => path.dirname(file),
  );
  const places = new Map();
  for (const file of files) {
    for (const imported of readImports(file)) {
      const step = stepOf(path.relative(root, file), path.relative(root, imported));
      if (!step) continue;
      if (!places.has(step.place)) places.set(step.place, new Map());
      const arrows = places.get(step.place);
      arrows.set(step.from, (arrows.get(step.from) ?? new Set()).add(step.to));
    }
  }
  drawn = { rooms, places };
  return drawn;
}
