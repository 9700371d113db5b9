import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

export const DOCS = path.resolve(__dirname, '..', '..', 'docs');

/** What is generated is formatted like the rest of the repository. */
export async function writeFormatted(file: string, text: string): Promise<void> {
  const config = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...config, filepath: file }));
}
