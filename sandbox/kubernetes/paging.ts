interface Page<T> {
  entries: T[];
  resourceVersion: string;
  /** Where the next page begins; left out on the last one. */
  continue?: string;
  remainingItemCount?: number;
}

/** One page of a list; undefined where the list that `continue` belongs to is too old. */
export function pageOf<T>(
  items: T[],
  query: Record<string, unknown>,
  resourceVersion: number,
): Page<T> | undefined {
  const limit = Number(query.limit ?? 0) || items.length;
  const asked = typeof query.continue === 'string' ? query.continue : '';
  const [version, start] = asked === '' ? [resourceVersion, 0] : decode(asked);
  if (version !== resourceVersion) return undefined;
  const end = start + limit;
  const remaining = items.length - end;
  return {
    entries: items.slice(start, end),
    resourceVersion: String(resourceVersion),
    ...(remaining > 0 && {
      continue: encode([resourceVersion, end]),
      remainingItemCount: remaining,
    }),
  };
}

function encode(place: [number, number]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function decode(text: string): [number, number] {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as [number, number];
  } catch {
    return [-1, 0];
  }
}
