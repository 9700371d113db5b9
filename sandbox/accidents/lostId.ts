/** The answer to a change that was made, without the ID of what was changed: an error below the root field stands for it. */
export function withLostIds(answer: unknown): string | undefined {
  let body: { data?: unknown; errors?: unknown[] };
  try {
    body = JSON.parse(String(answer)) as typeof body;
  } catch {
    return undefined;
  }
  const data = (body.data ?? {}) as Record<string, unknown>;
  const told = Object.entries(data).filter(([, value]) => holdsId(value));
  const lost = told.map(([name, value]) => [name, { ...(value as object), id: null }] as const);
  const errors = told.map(([name]) => ({
    message: 'Exception while fetching data',
    path: [name, 'id'],
  }));
  return JSON.stringify({
    ...body,
    data: { ...data, ...Object.fromEntries(lost) },
    errors: [...(body.errors ?? []), ...errors],
  });
}

function holdsId(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'id');
}
