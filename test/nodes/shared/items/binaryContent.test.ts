import { binaryContent } from '../../../../nodes/shared/items/binaryContent';

/** The content of an item's binary data, as n8n holds it, and whether n8n was asked for its size. */
async function contentOf(binary: object) {
  const getBinaryMetadata = jest.fn(async () => ({ fileSize: 7 }));
  const helpers = {
    assertBinaryData: () => ({ mimeType: 'text/plain', fileName: 'a.txt', ...binary }),
    getBinaryMetadata,
    getBinaryStream: (id: string, bytes: number) => `${bytes} at a time of ${id}`,
  };
  const content = await binaryContent({ execution: { helpers } } as never, 2, 'data');
  return { size: content.size, open: content.open(), asked: getBinaryMetadata.mock.calls.length };
}

const data = Buffer.from('a=1').toString('base64');
const open = '262144 at a time of s3:1';

// Data that n8n keeps on disk: `test/nodes/ConfFiles/file.test.ts`.
test.each([
  ['in the item itself is decoded', { data }, { size: 3, open: [Buffer.from('a=1')], asked: 0 }],
  ['elsewhere is streamed', { id: 's3:1', bytes: 5 }, { size: 5, open, asked: 0 }],
  ['elsewhere may have no bytes', { id: 's3:1', bytes: 0 }, { size: 0, open, asked: 0 }],
  ['of an older n8n has to be measured', { id: 's3:1' }, { size: 7, open, asked: 1 }],
])('binary data %s', async (_what, binary, content) => {
  expect(await contentOf(binary)).toEqual(content);
});
