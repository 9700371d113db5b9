import { randomUUID, type Hash } from 'node:crypto';
import { bytesOf, type FileContent } from './content';

export interface UploadBody {
  contentType: string;
  /** In bytes, framing included. */
  length: number;
  /** Starts from the first byte; the hash sees the file's bytes, not the framing. */
  stream(hash: Hash): AsyncGenerator<Buffer>;
}

/** The file as the whole body. */
export function binaryBody(content: FileContent): UploadBody {
  return {
    contentType: content.mimeType ?? 'application/octet-stream',
    length: content.size,
    stream: (hash) => bytesOf(content, hash),
  };
}

/** Multipart form data with one field, `file`; its length is known before the file is read. */
export function multipartBody(content: FileContent, fileName: string): UploadBody {
  const boundary = `----data-platform-${randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${quoted(fileName)}"\r\n` +
      `Content-Type: ${content.mimeType ?? 'application/octet-stream'}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + content.size + tail.length,
    async *stream(hash) {
      yield head;
      yield* bytesOf(content, hash);
      yield tail;
    },
  };
}

/** As browsers write file names into a form. */
function quoted(fileName: string): string {
  return fileName.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
