import { wrapBytes } from '../../../platform/common/content/fileContent';
import { buildMultipartBody } from '../../../platform/http/multipart';

async function written(fileName: string, mimeType: string): Promise<string> {
  const content = wrapBytes(Buffer.from('x'), mimeType);
  const { body } = buildMultipartBody([{ name: 'fi"le\r\nX: 1', fileName, content }]);
  const pieces: Buffer[] = [];
  for await (const piece of body.stream()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

test('line breaks and other control characters do not get into the head of a part', async () => {
  const text = await written('a\r\nX-Evil: 1\u0000"\u007f.txt', 'text/plain\r\nX-Evil: 1');
  const [head = ''] = text.split('\r\n\r\n');
  expect(head.split('\r\n').slice(1)).toEqual([
    'Content-Disposition: form-data; name="fi%22le%0D%0AX: 1"; filename="a%0D%0AX-Evil: 1%00%22%7F.txt"',
    'Content-Type: application/octet-stream',
  ]);
});

test.each([
  ['text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
  ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
  ['text', 'application/octet-stream'],
  ['', 'application/octet-stream'],
  ['text/plain;\nx', 'text/plain'],
  ['text/pl ain', 'application/octet-stream'],
])('%p is sent as %p', async (given, sent) => {
  expect(await written('a.txt', given)).toContain(`\r\nContent-Type: ${sent}\r\n\r\n`);
});
