import { createHash } from 'node:crypto';
import type { IBinaryData } from 'n8n-workflow';
import { startEmptySandbox, runConfFiles, textFile } from './support';

const UPLOAD = { resource: 'file', operation: 'upload', filePath: '={{ $json.path }}' };
const DOWNLOAD = { resource: 'file', operation: 'download', filePath: '={{ $json.path }}' };

/** Sizes around those of the pieces in which answers are read, in bytes. */
const SIZES = [1, 524_287, 524_288, 524_289, 6_000_000];

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Downloads files all at once, and again: what is learned from the first ones changes how the others are kept. */
export async function downloadAgainAndAgain(
  read: (data: IBinaryData | undefined) => Promise<Buffer> | Buffer,
): Promise<{ expected: string[]; rounds: string[][] }> {
  const texts = SIZES.map((size, index) => `${index}☃`.repeat(size / 4).padEnd(size, '.'));
  const files = texts.map((text, index) => textFile(`/file-${index}`, text));
  const sandbox = await startEmptySandbox();
  try {
    const { error } = await runConfFiles(sandbox, UPLOAD, files);
    if (error) throw error;
    const rounds: string[][] = [];
    for (let round = 0; round < 3; round++) {
      const { outputs } = await runConfFiles(sandbox, DOWNLOAD, files);
      const contents = (outputs[0] ?? []).map(({ binary }) => read(binary?.data));
      rounds.push((await Promise.all(contents)).map(sha256));
    }
    return { expected: texts.map(sha256), rounds };
  } finally {
    await sandbox.close();
  }
}
