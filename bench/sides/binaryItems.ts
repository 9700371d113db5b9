import { Readable } from 'node:stream';
import type { StartItem } from '../../harness/engine/helperNodes';

export interface FileToHold {
  path: string;
  /** Opened when it is stored. */
  content(): Iterable<Buffer>;
}

/** Items whose files n8n holds on disk already, as an earlier node leaves them. */
export async function binaryItems(files: FileToHold[]): Promise<{ items: StartItem[] }> {
  const { storeBinary } = await import('../../harness/engine/binaryData');
  const items: StartItem[] = [];
  for (const { path, content } of files) {
    const data = await storeBinary(Readable.from(content()), {
      fileName: path.split('/').at(-1) ?? path,
      mimeType: 'application/octet-stream',
    });
    items.push({ json: { path }, binary: { data } });
  }
  return { items };
}
