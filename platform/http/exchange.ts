import { CancelledError } from '../common/errors/errors';
import { getPace } from './pace';
import { decompressBody } from './decoding';
import { IncomingResponse } from './incoming';
import { MAX_RESPONSE_MS, MAX_ERROR_PAGE_BYTES, MAX_RESPONSE_BYTES } from './limits';
import {
  incompleteResponseError,
  noResponseError,
  responseTooLargeError,
  slowResponseError,
} from './failures';
import { proxyResponseError } from './proxies';
import { prepareRequest, type HttpRequest } from './request';
import {
  readHeaderText,
  isSuccess,
  readRetryAfter,
  decodeText,
  type ResponseHead,
  type TextResponse,
} from './response';

interface OpenResponse extends ResponseHead {
  request: HttpRequest;
  body: AsyncIterable<Buffer>;
  /** Returns the error to throw if reading the body threw `error`. */
  explain(error: unknown): unknown;
  /** Ends the response without waiting for the rest of it. */
  close(): void;
}

/**
 * Sends a request and reads the response as text.
 * @throws PlatformError if no complete response arrived; a failed HTTP status is no error
 */
export async function exchangeText(request: HttpRequest): Promise<TextResponse> {
  return await sendInTurn(request, async () => await readTextResponse(await openResponse(request)));
}

/** Sends a request; the caller reads the body. Throws as `exchangeText` does. */
export async function exchangeStream(request: HttpRequest): Promise<OpenResponse> {
  // Without this header, some proxies request gzip, and decompress the file before they pass it on.
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  return await sendInTurn(request, async () => await openResponse({ ...request, headers }));
}

/** Waits until the `Pace` of the address allows the request, sends it, and reports the outcome to the `Pace`. */
async function sendInTurn<Response extends ResponseHead>(
  { signal, sending, url }: HttpRequest,
  send: () => Promise<Response>,
): Promise<Response> {
  // After a cancel, n8n may call a node again with a signal that has already fired.
  if (signal?.aborted) throw new CancelledError('none');
  const pace = getPace(url);
  const turn = await pace.waitForTurn({ signal, isUnrepeatable: sending?.repetition === 'once' });
  let response: Response;
  try {
    response = await send();
  } catch (error) {
    pace.reportFailed(turn);
    throw error;
  }
  const { status, headers } = response;
  const isTooManyRequests = status === 429;
  if (!isTooManyRequests && status !== 503) {
    pace.reportAccepted(turn);
    return response;
  }
  const retryAfterMs = readRetryAfter(readHeaderText(headers['retry-after']));
  const isGivenUp = pace.reportThrottled(turn, status, retryAfterMs);
  response.rateLimit = { isTooManyRequests, hadNoEffect: isTooManyRequests, isGivenUp };
  return response;
}

/** Sends the request. Resolves when the response begins. */
async function openResponse(request: HttpRequest): Promise<OpenResponse> {
  const { dispatcher, options, payload } = await prepareRequest(request);
  return await new Promise<OpenResponse>((resolve, reject) => {
    const incoming: IncomingResponse = new IncomingResponse(
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
export async function readTextResponse(response: OpenResponse): Promise<TextResponse> {
  const { status, headers, rateLimit } = response;
  try {
    return { status, headers, rateLimit, text: decodeText(await collectBytes(response), response) };
  } catch (error) {
    throw response.explain(error);
  } finally {
    response.close();
  }
}

/** Reads the whole body. If an error page is too long or too slow, reads only its start. */
async function collectBytes(response: OpenResponse): Promise<Buffer> {
  const { request, headers, body } = response;
  const { host } = request.url;
  const isErrorPage = !isSuccess(response);
  const maxBytes = isErrorPage ? MAX_ERROR_PAGE_BYTES : MAX_RESPONSE_BYTES;
  if (!isErrorPage && Number(headers['content-length']) > maxBytes)
    throw responseTooLargeError(host, maxBytes);
  const beganMs = Date.now();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    const isTooSlow = Date.now() - beganMs > MAX_RESPONSE_MS;
    if (isErrorPage && (bytes > maxBytes || isTooSlow)) break;
    if (bytes > maxBytes) throw responseTooLargeError(host, maxBytes);
    if (isTooSlow) throw slowResponseError(host);
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}
