import { fileOfForm } from '../../../sandbox/confFiles/upload';

const TYPE = 'multipart/form-data; boundary=XbX';
// Holds beginnings of the boundary and line ends that are not the form's own.
const FILE = '\r\n--Xb\r\n--\r--XbX\n\r\r\n--XX-- \r\n';

function part(disposition: string, content: string): string {
  return `\r\n--XbX\r\nContent-Disposition: ${disposition}\r\nX: y\r\n\r\n${content}`;
}

const FORM = Buffer.from(
  [
    'a preamble',
    part('form-data; name="before"; filename="; name=file"', 'no'),
    part('form-data; filename="a\\"; name=\\"x.txt"; name="file"', FILE),
    part('form-data; name=after', ''),
    '\r\n--XbX--\r\nan epilogue',
  ].join(''),
);

async function* chunksOf(...chunks: (Buffer | string)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function fileOf(chunks: AsyncIterable<Buffer>, type = TYPE): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of fileOfForm(chunks, type)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('the file is found wherever the form is cut in two, in three, and in single bytes', async () => {
  for (let first = 0; first <= FORM.length; first++) {
    const [start, rest] = [FORM.subarray(0, first), FORM.subarray(first)];
    expect(await fileOf(chunksOf(start, rest))).toBe(FILE);
    for (let length = 1; length <= 12; length++) {
      const three = chunksOf(start, rest.subarray(0, length), rest.subarray(length));
      expect(await fileOf(three)).toBe(FILE);
    }
  }
  expect(await fileOf(chunksOf(...[...FORM].map((byte) => Buffer.from([byte]))))).toBe(FILE);
});

test('a form that breaks off anywhere before its end is refused', async () => {
  const end = FORM.indexOf('\r\n--XbX--') + '\r\n--XbX--'.length;
  for (let length = 0; length < end; length++) {
    await expect(fileOf(chunksOf(FORM.subarray(0, length)))).rejects.toMatchObject({
      statusCode: 400,
    });
  }
  expect(await fileOf(chunksOf(FORM.subarray(0, end)))).toBe(FILE);
});

test('a form that begins with its boundary, and a quoted boundary, and an empty file', async () => {
  const content = part('form-data; name="file"', '').slice(2) + '\r\n--XbX--';
  expect(await fileOf(chunksOf(content), 'multipart/form-data;Boundary="XbX"')).toBe('');
});

const FILE_PART = part('form-data; name="file"', 'x');
const END = '\r\n--XbX--\r\n';

test.each([
  ['no field file', part('form-data; name="data"', 'x') + END],
  ['no part', END],
  ['two fields file', FILE_PART + FILE_PART + END],
  ['text behind a boundary', `${FILE_PART}\r\n--XbXtra\r\n\r\n${END}`],
  ['base64', FILE_PART.replace('X: y', 'Content-Transfer-Encoding: base64') + END],
  ['an endless header', FILE_PART.replace('X: y', `X: ${'y'.repeat(20_000)}`) + END],
])('a form with %s is refused', async (_what, text) => {
  await expect(fileOf(chunksOf(text))).rejects.toMatchObject({ statusCode: 400 });
});

test.each(['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(71)}`])(
  'the content type %s is refused',
  async (type) => {
    await expect(fileOf(chunksOf(FORM), type)).rejects.toMatchObject({ statusCode: 400 });
  },
);
