import { pipeline } from 'node:stream';
import * as zlib from 'node:zlib';
import { UnexpectedResponseError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { type ResponseHead, readHeaderText } from './response';

type Decoder = NodeJS.ReadWriteStream & { bytesWritten: number };

/** Some gateways compress a response although the request does not ask for that. */
const DECODERS = new Map<string, (options: { chunkSize: number }) => Decoder>([
  ['gzip', zlib.createGunzip],
  ['x-gzip', zlib.createGunzip],
  ['deflate', zlib.createInflate],
  ['br', zlib.createBrotliDecompress],
]);

/** Some servers write a character set, or an encoding for email, into Content-Encoding. */
const NO_CODING =
  /^(?:identity|none|binary|[78]bit|utf-?(?:8|16)|us-ascii|iso-8859-\d{1,2}|windows-\d{3,4})$/;

/** For a compressed file, some servers also set Content-Encoding. Such a file must arrive unchanged. */
const COMPRESSED_NAME = /\.(?:t?gz|gzip|svgz|br|zz)$/i;
const COMPRESSED_TYPE = /^\s*application\/(?:x-)?(?:gzip|brotli)\b/i;

/** With smaller pieces, writing a file to disk takes longer. */
const PIECE_BYTES = 512 * 1024;

/**
 * Decompresses the body of a response if a gateway compressed it.
 * @throws UnexpectedResponseError if the compression is unknown; while reading, if the content is damaged
 */
export function decompressBody(
  url: URL,
  { status, headers }: ResponseHead,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  const contentEncoding = readHeaderText(headers['content-encoding']) ?? '';
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  const [name, ...others] = names.filter((each) => each !== '' && !NO_CODING.test(each));
  const type = readHeaderText(headers['content-type']) ?? '';
  const isCompressedFile = COMPRESSED_NAME.test(url.pathname) || COMPRESSED_TYPE.test(type);
  if (name === undefined || isCompressedFile) return body;
  const createDecoder = others.length === 0 ? DECODERS.get(name) : undefined;
  if (createDecoder) {
    return decompress({ url, status }, createDecoder({ chunkSize: PIECE_BYTES }), body);
  }
  throw new UnexpectedResponseError(
    `The response of ${url.host} has an unknown compression: ${excerpt(contentEncoding, [], 100)}`,
    {
      hint: 'Ask the administrator of the gateway to send responses without compression or with gzip. The request did not ask for compression.',
      status,
    },
  );
}

async function* decompress(
  { url: { host }, status }: { url: URL; status: number },
  decoder: Decoder,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of pipeline(body, decoder, () => undefined)) yield piece as Buffer;
  } catch (cause) {
    const isEmpty =
      decoder.bytesWritten === 0 && (cause as { code?: string }).code === 'Z_BUF_ERROR';
    if (isEmpty) return;
    throw new UnexpectedResponseError(`The compressed response of ${host} cannot be read`, {
      hint: 'Try again. The response is damaged or incomplete. If this happens again, ask the administrator of the gateway in front of the platform.',
      status,
      isTemporary: true,
      cause,
    });
  }
}
