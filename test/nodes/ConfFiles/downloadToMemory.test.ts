import { createHash } from 'node:crypto';
import { useBinaryDataInMemory } from '../../support/engine/binaryData';
import { sandboxForEachTest } from '../../support/testSandbox';
import { DOWNLOAD, runConfFiles, textFile, UPLOAD } from './support';

/** Sizes around those of the pieces in which answers are read, in bytes. */
const SIZES = [1, 524_287, 524_288, 524_289, 6_000_000];

const sandbox = sandboxForEachTest({ seed: false });
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

// On disk: `test/nodes/shared/binary.test.ts`.
test('files of all sizes are the same where n8n keeps them in memory', async () => {
  await useBinaryDataInMemory();
  const texts = SIZES.map((size, index) => `${index}☃`.repeat(size / 4).padEnd(size, '.'));
  const files = texts.map((text, index) => textFile(`/file-${index}`, text));
  expect((await runConfFiles(sandbox, UPLOAD, files)).error).toBeUndefined();
  const { outputs } = await runConfFiles(sandbox, DOWNLOAD, files);
  const contents = (outputs[0] ?? []).map(({ binary }) => binary?.data);
  expect(contents.map((data) => data?.id)).toEqual(SIZES.map(() => undefined));
  const bytes = contents.map((data) => Buffer.from(data?.data ?? '', 'base64'));
  expect(bytes.map(sha256)).toEqual(texts.map(sha256));
});
