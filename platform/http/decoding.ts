import { pipeline } from 'node:stream';
import * as zlib from 'node:zlib';
import { UnexpectedResponseError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { type ResponseHead, headerText } from './response';

type Decoder = NodeJS.ReadWriteStream & { bytesWritten: number };

/** The encodings of gateways that compress a response although the request does not accept that. */
const DECODERS = new Map<string, (options: { chunkSize: number }) => Decoder>([
  ['gzip', zlib.createGunzip],
  ['x-gzip', zlib.createGunzip],
  ['deflate', zlib.createInflate],
  ['br', zlib.createBrotliDecompress],
]);

/** Values of Content-Encoding that are no compression: some servers write character sets, or words of mail, there. */
const NO_CODING =
  /^(?:identity|none|binary|[78]bit|utf-?(?:8|16)|us-ascii|iso-8859-\d{1,2}|windows-\d{3,4})$/;

/** Servers say of a file that is compressed itself that its response is: it is left as it is, as downloads do. */
const NAMES_OF_COMPRESSED = /\.(?:t?gz|gzip|svgz|br|zz)$/i;
const TYPE_OF_COMPRESSED = /^\s*application\/(?:x-)?(?:gzip|brotli)\b/i;

/** Large enough to be written to disk quickly. */
const PIECE_BYTES = 512 * 1024;

/**
 * Returns the body of a response as it was before a gateway compressed it.
 * @throws UnexpectedResponseError if the compression cannot be read
 */
export function decodedBody(
  url: URL,
  { status, headers }: ResponseHead,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  const said = headerText(headers['content-encoding']) ?? '';
  const names = said.split(',').map((name) => name.trim().toLowerCase());
  const [name, ...others] = names.filter((each) => each !== '' && !NO_CODING.test(each));
  const type = headerText(headers['content-type']) ?? '';
  const isFileItself = NAMES_OF_COMPRESSED.test(url.pathname) || TYPE_OF_COMPRESSED.test(type);
  if (name === undefined || isFileItself) return body;
  const createDecoder = others.length === 0 ? DECODERS.get(name) : undefined;
  if (createDecoder) {
    return decoded({ url, status }, createDecoder({ chunkSize: PIECE_BYTES }), body);
  }
  throw new UnexpectedResponseError(
    `The response of ${url.host} has an unknown compression: ${excerpt(said, [], 100)}`,
    {
      hint: 'It was not requested. Ask the administrator of the gateway to send responses without compression or with gzip.',
      status,
    },
  );
}

async function* decoded(
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
      hint: 'It is damaged or incomplete. Try again. If this happens again, ask the administrator of the gateway in front of the platform.',
      status,
      isTemporary: true,
      cause,
    });
  }
}
