import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { readInPieces } from '../../common/content/readFile';
import { copyBytes } from '../../common/content/bytes';
import type { FileContent } from '../../common/content/fileContent';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import { excerpt } from '../../common/text/text';
import { MAX_FILES, type InputFile } from '../files/projectFolder';

interface OpenZip {
  files: InputFile[];
  close(): Promise<void>;
}

const STORED = 0;
const DEFLATE = 8;

/**
 * Opens a ZIP file and lists its files, which can be read in pieces until the ZIP file is closed.
 * @throws InvalidInputError if the content is not a readable ZIP file
 */
export async function openZip(content: FileContent): Promise<OpenZip> {
  const onDisk = content.path === undefined ? await copyToDisk(content) : undefined;
  const path = content.path ?? onDisk?.path ?? '';
  let zip: ZipFile | undefined;
  const close = async () => {
    zip?.close();
    await onDisk?.remove();
  };
  try {
    zip = await openPromise(path, { autoClose: false });
    return { files: await listFiles(zip, path), close };
  } catch (error) {
    await close();
    throw toUnreadableZipError(error);
  }
}

async function listFiles(zip: ZipFile, path: string): Promise<InputFile[]> {
  if (zip.entryCount > MAX_FILES) throw new Error(`it contains more than ${MAX_FILES} files`);
  const files: InputFile[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (entry.isEncrypted()) throw new Error(`${excerpt(entry.fileName)} is encrypted`);
    requireSupportedMethod(entry);
    files.push({
      path: entry.fileName,
      content: toContent(zip, path, entry),
      isLink: isLink(entry),
    });
  }
  return files;
}

/** Refuses a file that could not be unpacked, before any file is used. */
function requireSupportedMethod({ fileName, compressionMethod: method }: Entry): void {
  if (method === STORED || method === DEFLATE) return;
  throw new InvalidInputError(
    `The ZIP file uses the compression method ${method}, which is not supported`,
    `Create the ZIP file again with the method Deflate, the default of most programs. The first such file is ${excerpt(fileName)}. Nothing was sent.`,
  );
}

/** Unix puts the kind of a file into the upper half of its attributes. */
const FILE_KIND_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & FILE_KIND_MASK) === SYMBOLIC_LINK;
}

function toContent(zip: ZipFile, path: string, entry: Entry): FileContent {
  const { fileName, uncompressedSize: size, compressionMethod } = entry;
  const open = async (): Promise<AsyncIterable<Buffer>> => {
    if (compressionMethod !== STORED) return await zip.openReadStreamPromise(entry);
    // Reading from disk is faster than the stream of the library, whose pieces are small.
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return readInPieces(path, { start, size });
  };
  return {
    size,
    fileName: fileName.slice(fileName.lastIndexOf('/') + 1),
    open: () => verifyChecksum(entry, open),
  };
}

/** @throws InvalidInputError if the checksum is wrong, before the last bytes are returned */
async function* verifyChecksum(
  entry: Entry,
  open: () => Promise<AsyncIterable<Buffer>>,
): AsyncGenerator<Buffer> {
  let sum = 0;
  let read = 0;
  for await (const piece of await open()) {
    sum = crc32(piece, sum);
    read += piece.length;
    if (read >= entry.uncompressedSize) requireChecksum(entry, sum);
    yield piece;
  }
  if (read === 0) requireChecksum(entry, sum);
}

function requireChecksum({ crc32: expected, fileName }: Entry, actual: number): void {
  if (actual === expected) return;
  throw new InvalidInputError(
    `The ZIP file is damaged: ${excerpt(fileName)} has a wrong CRC-32 checksum`,
    'Create the ZIP file again, or use another copy.',
  );
}

/** The list of files is at the end of a ZIP file, so the whole file must be on disk. */
async function copyToDisk(content: FileContent) {
  const folder = await mkdtemp(join(tmpdir(), 'n8n-project-files-'));
  const remove = async () => await rm(folder, { recursive: true, force: true });
  const path = join(folder, 'project.zip');
  try {
    await pipeline(Readable.from(copyBytes(content)), createWriteStream(path));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function toUnreadableZipError(error: unknown): Error {
  if (error instanceof PlatformError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InvalidInputError(
    'The file is not a readable ZIP file',
    `Choose a field that contains a ZIP file, or create the file again. The error: ${excerpt(reason, [], 200)}.`,
  );
}
