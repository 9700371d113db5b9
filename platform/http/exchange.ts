import { CancelledError } from '../common/errors/errors';
import { paceFor } from './pace';
import { decompressBody } from './decoding';
import { Incoming } from './incoming';
import { MAX_RESPONSE_MS, MAX_ERROR_PAGE_BYTES, MAX_RESPONSE_BYTES } from './limits';
import {
  incompleteResponseError,
  noResponseError,
  responseTooLarge,
  responseTooLong,
} from './failures';
import { proxyResponseError } from './proxies';
import { prepareRequest, type HttpRequest } from './request';
import {
  headerText,
  isSuccess,
  readRetryAfter,
  decodeText,
  type ResponseHead,
  type TextResponse,
} from './response';

interface OpenResponse extends ResponseHead {
  request: HttpRequest;
  body: AsyncIterable<Buffer>;
  /** Returns the error to throw in place of one that reading the body threw. */
  explain(error: unknown): unknown;
  /** Ends the response without waiting for the rest. */
  close(): void;
}

/**
 * Sends a request and reads the whole response as text.
 * @throws ConnectionError, CancelledError; an HTTP status is no error
 */
export async function exchangeText(request: HttpRequest): Promise<TextResponse> {
  return await sendInTurn(request, async () => await readText(await open(request)));
}

/** Sends a request; the caller reads the body. Throws as `exchangeText` does. */
export async function exchangeStream(request: HttpRequest): Promise<OpenResponse> {
  // Without this header, some proxies request gzip themselves, unpack a file and pass it on.
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  return await sendInTurn(request, async () => await open({ ...request, headers }));
}

/** Waits for a turn at the address, and tells its pace how the request ended. @throws CancelledError, NoTurnError */
async function sendInTurn<Response extends ResponseHead>(
  { signal, sending, url }: HttpRequest,
  send: () => Promise<Response>,
): Promise<Response> {
  // n8n may call a node once more with a signal that has already fired.
  if (signal?.aborted) throw new CancelledError('none');
  const pace = paceFor(url);
  const turn = await pace.enter({ signal, isSentOnce: sending?.repetition === 'once' });
  let response: Response;
  try {
    response = await send();
  } catch (error) {
    pace.failed(turn);
    throw error;
  }
  const { status, headers } = response;
  const isTooMany = status === 429;
  if (!isTooMany && status !== 503) {
    pace.accepted(turn);
    return response;
  }
  const retryAfterMs = readRetryAfter(headerText(headers['retry-after']));
  const isGivenUp = pace.throttled(turn, status, retryAfterMs);
  response.rateLimit = { isTooMany, hadNoEffect: isTooMany, isGivenUp };
  return response;
}

/** Resolves when the response begins. */
async function open(request: HttpRequest): Promise<OpenResponse> {
  const { dispatcher, options, payload } = await prepareRequest(request);
  return await new Promise<OpenResponse>((resolve, reject) => {
    const incoming: Incoming = new Incoming(
      request,
      (head) => {
        try {
          const proxyError = proxyResponseError(request.url, head);
          if (proxyError) throw proxyError;
          resolve({
            ...head,
            request,
            body: decompressBody(request.url, head, incoming),
            explain: (error) =>
              incoming.failure ? incompleteResponseError(request, incoming.failure) : error,
            close: () => incoming.close(),
          });
        } catch (error) {
          reject(error);
          incoming.close();
        }
      },
      (error) => reject(noResponseError(request, error, payload, incoming.wasSent)),
    );
    try {
      dispatcher.dispatch(options, incoming);
    } catch (error) {
      reject(noResponseError(request, error, payload));
    }
  });
}

/** Throws as `exchangeText` does. */
export async function readText(response: OpenResponse): Promise<TextResponse> {
  const { status, headers, rateLimit } = response;
  try {
    return { status, headers, rateLimit, text: decodeText(await collectBytes(response), response) };
  } catch (error) {
    throw response.explain(error);
  } finally {
    response.close();
  }
}

/** Reads only the start of an error page that is too long or too slow. */
async function collectBytes(response: OpenResponse): Promise<Buffer> {
  const { request, headers, body } = response;
  const { host } = request.url;
  const isPage = !isSuccess(response);
  const most = isPage ? MAX_ERROR_PAGE_BYTES : MAX_RESPONSE_BYTES;
  if (!isPage && Number(headers['content-length']) > most) throw responseTooLarge(host, most);
  const beganMs = Date.now();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    const isLong = Date.now() - beganMs > MAX_RESPONSE_MS;
    if (isPage && (bytes > most || isLong)) break;
    if (bytes > most) throw responseTooLarge(host, most);
    if (isLong) throw responseTooLong(host);
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}
