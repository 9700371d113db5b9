const NAMES = ['left', 'right'];

/** A listing of configuration files that holds two folders more; each of them is listed alike. */
export function withCycle(answer: unknown): string | undefined {
  const listing = parsed(answer);
  const files = (listing as { files?: unknown } | undefined)?.files;
  const list = Array.isArray(listing) ? (listing as unknown[]) : files;
  if (!Array.isArray(list)) return undefined;
  const areTexts = list.some((entry) => typeof entry === 'string');
  for (const name of NAMES) {
    list.push(areTexts ? `${name}/` : { name, type: 'directory', isDirectory: true });
  }
  return JSON.stringify(listing);
}

function parsed(answer: unknown): unknown {
  try {
    return JSON.parse(String(answer)) as unknown;
  } catch {
    return undefined;
  }
}
