import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { bytesOf } from '../../content/bytes';
import type { FileContent } from '../../content/fileContent';
import { InvalidInputError, PlatformError } from '../../errors';
import { excerpt } from '../../text';
import type { GivenFile } from '../files/projectFolder';

/** A ZIP file that is open: its files can be read until it is closed. */
export interface OpenZip {
  files: GivenFile[];
  close(): Promise<void>;
}

const MOST_FILES = 50_000;

/**
 * Opens a ZIP file. Its list of files is read, the files themselves when they are opened: nothing is held in memory whole.
 * @throws InvalidInputError where it is none
 */
export async function openZip(content: FileContent): Promise<OpenZip> {
  const onDisk = content.path === undefined ? await copyToDisk(content) : undefined;
  const path = content.path ?? onDisk?.path ?? '';
  try {
    const { openPromise } = await import('yauzl');
    const zip = await openPromise(path, { autoClose: false });
    const close = async () => {
      zip.close();
      await onDisk?.remove();
    };
    try {
      return { files: await filesIn(zip), close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await onDisk?.remove();
    throw noZip(error);
  }
}

async function filesIn(zip: ZipFile): Promise<GivenFile[]> {
  if (zip.entryCount > MOST_FILES) throw new Error(`it holds more than ${MOST_FILES} files`);
  const files: GivenFile[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (entry.isEncrypted()) throw new Error(`${excerpt(entry.fileName)} is encrypted`);
    files.push({ path: entry.fileName, content: contentOf(zip, entry), isLink: isLink(entry) });
  }
  return files;
}

/** Systems that have links put the kind of a file into the upper half of its attributes. */
const KIND_OF_FILE = 0o170000;
const LINK = 0o120000;

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK;
}

function contentOf(zip: ZipFile, entry: Entry): FileContent {
  return {
    size: entry.uncompressedSize,
    fileName: entry.fileName.slice(entry.fileName.lastIndexOf('/') + 1),
    open: () => checked(zip, entry),
  };
}

/** @throws InvalidInputError before the last bytes are given, where they are not those that were packed */
async function* checked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  let held: Buffer | undefined;
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    if (held) yield held;
    sum = crc32(piece, sum);
    held = piece;
  }
  if (sum !== entry.crc32) {
    throw new InvalidInputError(
      `The ZIP file is damaged: ${excerpt(entry.fileName)} is not what was packed`,
      'Its checksum (CRC-32) differs. Export the project again, or take another copy of the file.',
    );
  }
  if (held) yield held;
}

/** The list of files stands at a ZIP file's end: what n8n keeps elsewhere than on disk is put there first. */
async function copyToDisk(content: FileContent) {
  const folder = await mkdtemp(join(tmpdir(), 'n8n-project-files-'));
  const remove = async () => await rm(folder, { recursive: true, force: true });
  const path = join(folder, 'project.zip');
  try {
    await pipeline(Readable.from(bytesOf(content)), createWriteStream(path));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function noZip(error: unknown): Error {
  if (error instanceof PlatformError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InvalidInputError(
    'The file is no ZIP file that can be read',
    `Give what "Export" puts out. It says: ${excerpt(reason, [], 200)}.`,
  );
}
