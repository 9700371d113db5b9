import { randomUUID, type Hash } from 'node:crypto';
import { lendBytes } from '../common/content/bytes';
import type { FileContent } from '../common/content/fileContent';
import { toSendableMimeType } from '../common/content/mimeType';
import type { FileBody } from './request';

interface FormPart {
  name: string;
  /** Undefined if the part is not a file. */
  fileName?: string;
  content: FileContent;
  /** Updated with the bytes of this part as they are sent. */
  hash?: Hash;
}

/** Builds multipart form data whose length is known before any file is read. */
export function buildMultipartBody(parts: FormPart[]): { contentType: string; body: FileBody } {
  const boundary = `----data-platform-${randomUUID()}`;
  const heads = parts.map((part) => Buffer.from(buildPartHead(part, boundary)));
  const partEnd = Buffer.from('\r\n');
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length = parts.reduce(
    (sum, { content }, index) => sum + (heads[index]?.length ?? 0) + content.size + partEnd.length,
    end.length,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      length,
      async *stream() {
        for (const [index, { content, hash }] of parts.entries()) {
          yield heads[index] as Buffer;
          yield* lendBytes(content, hash);
          yield partEnd;
        }
        yield end;
      },
    },
  };
}

function buildPartHead({ name, fileName, content }: FormPart, boundary: string): string {
  const disposition = [
    `form-data; name="${escapeName(name)}"`,
    ...(fileName === undefined ? [] : [`filename="${escapeName(fileName)}"`]),
  ].join('; ');
  const type = toSendableMimeType(content.mimeType);
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
}

/** Escapes a name as browsers do in forms, and also all other control characters. */
function escapeName(name: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is escaped
  return name.replace(/["\u0000-\u001f\u007f]/g, encodeURIComponent);
}
