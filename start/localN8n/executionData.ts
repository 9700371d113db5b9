/** Restores an execution's data from the format "flatted", a list of values. In an object or array, a text is a position in the list. */
export function unflatten(flatted: string): unknown {
  const values = JSON.parse(flatted) as unknown[];
  const restored = new Map<string, unknown>();

  const restore = (position: string): unknown => {
    if (restored.has(position)) return restored.get(position);
    const value = values[Number(position)];
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
    // Children may refer back to this value, so it is stored before they are read.
    restored.set(position, copy);
    for (const [key, child] of Object.entries(value)) {
      (copy as Record<string, unknown>)[key] = typeof child === 'string' ? restore(child) : child;
    }
    return copy;
  };
  return restore('0');
}
