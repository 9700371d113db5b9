import { createHash, type Hash } from 'node:crypto';
import { UnexpectedResponseError } from '../../errors/errors';
import { excerpt } from '../../text/text';

interface Entry {
  path: string;
  /** Of what was read; undefined until it was opened. */
  sha256: string | undefined;
  /** How many of its bytes the writer has been given. */
  given: number;
  isWhole: boolean;
  /** How many have come out, and their hash. */
  written: number;
  hash: Hash;
}

const HEADER_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const LONG_DESCRIPTOR_BYTES = 24;
const MOST_SHORT = 0xffff_fffe;

/**
 * Looks at a ZIP file as it comes out of the writer: the bytes of each entry are hashed again and compared with what was
 * read. Nothing is compressed, so they stand there as they are.
 */
export class WrittenEntries {
  /** Those that have not come out yet. */
  private readonly entries: Entry[];
  private header = Buffer.alloc(0);
  /** Bytes of names and descriptors that are still to come. */
  private bytesToSkip = 0;
  private isInData = false;
  private offset = 0;
  private entryOffset = 0;

  /** @param paths of the entries, in the order in which they are written */
  constructor(paths: readonly string[]) {
    this.entries = paths.map((path) => {
      const hash = createHash('sha256');
      return { path, sha256: undefined, given: 0, isWhole: false, written: 0, hash };
    });
  }

  /** The bytes of an entry on their way to the writer. @param sha256 of what was read */
  async *recorded(
    path: string,
    sha256: string,
    pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const entry = this.entries.find((one) => one.path === path);
    if (!entry) return;
    entry.sha256 = sha256;
    for await (const piece of pieces) {
      entry.given += piece.length;
      yield piece;
    }
    entry.isWhole = true;
  }

  /** @throws UnexpectedResponseError naming the entry whose bytes are not those that were read */
  check(piece: Buffer): void {
    for (let at = 0; at < piece.length && this.entries.length + this.bytesToSkip > 0;) {
      const taken = this.take(piece.subarray(at));
      at += taken;
      this.offset += taken;
    }
    this.compare();
  }

  /** @throws UnexpectedResponseError where an entry did not come out whole */
  requireAll(): void {
    const [left] = this.entries;
    if (left) throw damaged(left);
  }

  private take(bytes: Buffer): number {
    if (this.bytesToSkip > 0) {
      const passed = Math.min(this.bytesToSkip, bytes.length);
      this.bytesToSkip -= passed;
      return passed;
    }
    return this.isInData ? this.takeData(bytes) : this.takeHeader(bytes);
  }

  private takeHeader(bytes: Buffer): number {
    if (this.header.length === 0) this.entryOffset = this.offset;
    const part = bytes.subarray(0, HEADER_BYTES - this.header.length);
    this.header = Buffer.concat([this.header, part]);
    if (this.header.length === HEADER_BYTES) {
      this.bytesToSkip = this.header.readUInt16LE(26) + this.header.readUInt16LE(28);
      this.header = Buffer.alloc(0);
      this.isInData = true;
    }
    return part.length;
  }

  private takeData(bytes: Buffer): number {
    this.compare();
    const [entry] = this.entries;
    if (!this.isInData || !entry) return 0;
    const data = bytes.subarray(0, entry.given - entry.written);
    if (data.length === 0) throw damaged(entry);
    entry.hash.update(data);
    entry.written += data.length;
    return data.length;
  }

  /** An entry that has come out whole. */
  private compare(): void {
    const [entry] = this.entries;
    if (!this.isInData || this.bytesToSkip > 0 || !entry?.isWhole || entry.written < entry.given)
      return;
    if (entry.hash.digest('hex') !== entry.sha256) throw damaged(entry);
    const isLong = Math.max(entry.written, this.entryOffset) > MOST_SHORT;
    this.bytesToSkip = isLong ? LONG_DESCRIPTOR_BYTES : DESCRIPTOR_BYTES;
    this.isInData = false;
    this.entries.shift();
  }
}

function damaged({ path }: Entry): UnexpectedResponseError {
  return new UnexpectedResponseError(`The file ${excerpt(path)} was damaged during writing`, {
    hint: 'It differs from what was read from the platform. Do not use this export. Run it again, and report this if it happens again.',
    reach: 'answered',
  });
}
