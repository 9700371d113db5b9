import { Cache } from '../../time/cache';
import { MOST_PARTS, MOST_SHAPES, SHAPE_KEPT_FOR_MS } from '../../http/limits';

/** The largest request that an address is known to take, where it has refused a larger one. */
export interface Shape {
  /** Of the body. */
  bytes: number;
  /** Root fields, or other parts that can be asked for apart. */
  parts: number;
  /** Of nesting: 1 for a root field, one more for each field or fragment below it. */
  levels: number;
}

const UNKNOWN: Shape = { bytes: Infinity, parts: MOST_PARTS, levels: Infinity };

const shapes = new Cache<string, Shape>({ size: MOST_SHAPES, ageMs: SHAPE_KEPT_FOR_MS });

/** What is known of an address now, whoever has found it out. */
export function shapeOf({ href }: URL): Shape {
  return shapes.get(href) ?? UNKNOWN;
}

/** Says what an address took after it had refused more. It is kept to for a while, then tried anew. */
export function learnShape({ href }: URL, learnt: Partial<Shape>): void {
  const known = shapes.get(href) ?? UNKNOWN;
  const least = (name: keyof Shape) => Math.min(known[name], learnt[name] ?? Infinity);
  shapes.set(href, { bytes: least('bytes'), parts: least('parts'), levels: least('levels') });
}
