/** A file of a form. */
export interface SentFile {
  name: string;
  bytes: Buffer;
}

interface Part {
  name: string;
  fileName?: string;
  body: Buffer;
}

/** The parts of a form. */
export function partsOf(body: Buffer, contentType = ''): Part[] {
  const boundary = /^multipart\/form-data; *boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  const parts: Part[] = [];
  const delimiter = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(delimiter); at >= 0;) {
    const next = body.indexOf(delimiter, at + delimiter.length);
    if (next < 0) break;
    const headEnd = body.indexOf('\r\n\r\n', at);
    const head = body.subarray(at, headEnd).toString('utf8');
    parts.push({
      name: /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '',
      fileName: /filename="([^"]*)"/.exec(head)?.[1],
      body: body.subarray(headEnd + 4, next - 2),
    });
    at = next;
  }
  return parts;
}

/** The variables of a GraphQL request with the files of its form in their places. */
export function withFiles(
  variables: Record<string, unknown> | undefined,
  parts: readonly Part[],
): Record<string, unknown> | undefined {
  const map = parts.find(({ name }) => name === 'map')?.body.toString('utf8');
  if (map === undefined) return variables;
  const filled = { ...variables };
  for (const [name, places] of Object.entries(JSON.parse(map) as Record<string, string[]>)) {
    const part = parts.find((one) => one.name === name);
    if (!part) continue;
    for (const place of places) {
      const [, variable = ''] = /^variables\.(\w+)$/.exec(place) ?? [];
      filled[variable] = { name: part.fileName ?? '', bytes: part.body } satisfies SentFile;
    }
  }
  return filled;
}
