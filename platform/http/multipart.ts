import { randomUUID, type Hash } from 'node:crypto';
import { lentBytesOf } from '../common/content/bytes';
import type { FileContent } from '../common/content/fileContent';
import { sendableMimeType } from '../common/content/mimeType';
import type { FileBody } from './request';

interface FormPart {
  name: string;
  /** Only for a part that is a file. */
  fileName?: string;
  content: FileContent;
  /** Sees the bytes of this part on their way. */
  hash?: Hash;
}

/** Builds multipart form data whose length is known before any file is read. */
export function multipartBody(parts: FormPart[]): { contentType: string; body: FileBody } {
  const boundary = `----data-platform-${randomUUID()}`;
  const heads = parts.map((part) => Buffer.from(headOf(part, boundary)));
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
          yield* lentBytesOf(content, hash);
          yield partEnd;
        }
        yield end;
      },
    },
  };
}

function headOf({ name, fileName, content }: FormPart, boundary: string): string {
  const disposition = [
    `form-data; name="${quoted(name)}"`,
    ...(fileName === undefined ? [] : [`filename="${quoted(fileName)}"`]),
  ].join('; ');
  const type = sendableMimeType(content.mimeType);
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
}

/** Escapes a name like browsers do in forms, and all other control characters in the same way. */
function quoted(name: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is taken out
  return name.replace(/["\u0000-\u001f\u007f]/g, encodeURIComponent);
}
