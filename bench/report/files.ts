import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

export const DOCS = path.resolve(__dirname, '..', '..', 'docs');

/** What is generated is formatted like the rest of the repository. */
export async function writeFormatted(file: string, text: string): Promise<void> {
  writeFileSync(file, await formatted(file, text));
}

export async function formatted(file: string, text: string): Promise<string> {
  return await format(text, { ...(await resolveConfig(file)), filepath: file });
}
