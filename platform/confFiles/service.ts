import { createHash, type Hash } from 'node:crypto';
import {
  CancelledError,
  InvalidInputError,
  UnexpectedResponseError,
} from '../common/errors/errors';
import type { PoolOptions } from '../http/dispatcher';
import { exchangeStream, exchangeText, readTextResponse } from '../http/exchange';
import { findSignOfMorePages } from '../http/morePages';
import type { HttpRequest, HttpMethod } from '../http/request';
import { type TextResponse, isSuccess } from '../http/response';
import { buildMultipartBody } from '../http/multipart';
import { makeRepeatableChange, withRetries } from '../http/retry';
import type { Sending } from '../http/sending';
import { lendBytes } from '../common/content/bytes';
import type { FileContent } from '../common/content/fileContent';
import {
  isRequestedFile,
  isHtmlType,
  isRewritten,
  pageInsteadOfFileError,
  readStart,
  rewrittenPageError,
} from './htmlResponse';
import { readListing, type ConfEntry } from './listing';
import type { ReadRoute } from './readRoute';
import type { UploadTokenSource } from './uploadTokenSource';
import { parseExactJson, type ExactJson } from '../common/text/exactJson';
import { readHtmlTitle } from '../common/text/text';
import { encodePath, fileName, parentFolder, type ConfPath } from './paths';
import { toSendableMimeType, readSpecificMimeType } from '../common/content/mimeType';
import {
  isConfirmation,
  isRefusedToken,
  isWebPage,
  confFileRefusal,
  isNotFoundByService,
  unconfirmedError,
} from './refusals';
import {
  readConfFileAccess,
  type ConfFileAccess,
  type ClusterCredentials,
  type UploadTokenCredential,
} from './access';

export interface UploadedFile {
  path: ConfPath;
  /** In bytes. */
  size: number;
  /** Hash of the sent bytes in hexadecimal. */
  sha256: string;
}

export interface RetrievedFile {
  path: ConfPath;
  name: string;
  /** Undefined if the service sends no type, or only `application/octet-stream`. */
  mimeType: string | undefined;
  body: AsyncIterable<Buffer>;
}

export interface ConfFileCall {
  signal?: AbortSignal;
  /** Called before each attempt. `isChange` is true for uploads and deletes. */
  onAttempt?: (isChange: boolean) => void;
  pool?: PoolOptions;
  /** Called with each name that is left out of a listing because it is not valid in a path. */
  onLeftOut?: (name: string) => void;
}

interface RawListing {
  value: unknown;
  /** The fields whose numbers became text because JavaScript would change their digits. */
  numbersAsText: string[];
  /** The name of the header that reports more pages of the list. */
  more?: string;
}

interface RetrieveCall extends ConfFileCall {
  /** The file's entry in a listing. Without it, the folder is listed if the size is needed. */
  listed?: Pick<ConfEntry, 'size'>;
  /** True if `consume` only compares the bytes, so a login page does no harm. */
  acceptsPages?: boolean;
  /** True to accept bytes that the route has changed. The same file always results in the same bytes. */
  acceptsRewrittenPages?: boolean;
}

interface PageResponse {
  path: ConfPath;
  mimeType: string | undefined;
  source: AsyncIterable<Buffer>;
}

/** Most files are small, so the number of requests in flight limits the speed. */
const DEFAULT_POOL: PoolOptions = { connections: 64 };

/**
 * Calls the configuration file service (interface, section 4.6). Uploads and deletes go to the public address with the upload
 * token. Lists and retrievals go to the local address, or through the cluster's API server, without the upload token.
 */
export class ConfFileService {
  private constructor(private readonly access: ConfFileAccess) {}

  /** Sends nothing. @throws InvalidInputError with the name of the field that cannot be used */
  static connect(credential: UploadTokenCredential, cluster?: ClusterCredentials): ConfFileService {
    return new ConfFileService(readConfFileAccess(credential, cluster));
  }

  /**
   * Uploads a file, which replaces the current one. If the connection breaks, the whole file is sent again.
   * @throws OutcomeUnknownError if no response says whether the file has arrived
   */
  async upload(
    path: ConfPath,
    content: FileContent,
    call: ConfFileCall = {},
  ): Promise<UploadedFile> {
    const send = async (sending: Sending) => {
      const urlPath = `conf/upload/${this.scope}${encodePath(path)}`;
      const request = await this.buildChangeRequest('POST', urlPath, call);
      const hash = createHash('sha256');
      const { contentType, body } = this.buildUploadBody(path, content, hash);
      request.headers['content-type'] = contentType;
      await this.sendChange({ ...request, body, sending }, `upload ${path}`);
      return { path, size: content.size, sha256: hash.digest('hex') };
    };
    const change = () => withRetries('idempotent', call.signal, send);
    return (await makeRepeatableChange(change, () => false)) as UploadedFile;
  }

  /**
   * Deletes a file. If an earlier attempt may have arrived, "not found" counts as success.
   * @param mayHaveBeenMade true if an earlier call for this file may have arrived
   * @throws OutcomeUnknownError if no response of the service says whether the file is deleted
   */
  async delete(path: ConfPath, call: ConfFileCall = {}, mayHaveBeenMade = false): Promise<void> {
    const urlPath = `conf/${this.scope}${encodePath(path)}`;
    const send = async (sending: Sending) => {
      const request = await this.buildChangeRequest('DELETE', urlPath, call);
      await this.sendChange({ ...request, sending }, `delete ${path}`);
    };
    const change = () => withRetries('idempotent', call.signal, send);
    await makeRepeatableChange(change, isNotFoundByService, mayHaveBeenMade);
  }

  /** Returns the files and folders in a folder. Some services include those in its subfolders. */
  async list(folder: ConfPath, call: ConfFileCall = {}): Promise<ConfEntry[]> {
    return await withRetries('read', call.signal, async (sending) => {
      const { text, headers } = await this.requestList(folder, call, sending);
      const { secrets } = this;
      return readListing({ text, headers, secrets }, folder, { onLeftOut: call.onLeftOut });
    });
  }

  /** Returns a listing as the service sent it, for listings in an unknown format. */
  async listRaw(folder: ConfPath, call: ConfFileCall = {}): Promise<RawListing> {
    return await withRetries('read', call.signal, async (sending) => {
      const { text, headers } = await this.requestList(folder, call, sending);
      const { value, numbersAsText } = parseJsonOrText(text);
      const more = Array.isArray(value)
        ? findSignOfMorePages(undefined, value.length, headers)
        : undefined;
      return { value, numbersAsText: [...numbersAsText.keys()], more };
    });
  }

  private async requestList(
    folder: ConfPath,
    call: ConfFileCall,
    sending: Sending,
  ): Promise<TextResponse> {
    const request = this.buildReadRequest(`?path=${encodePath(folder)}`, call, sending);
    const response = await readTextResponse(await this.open(request));
    if (!isSuccess(response))
      throw this.explainReadRefusal(request.url, response, `list ${folder}`);
    if (!isWebPage(response)) return response;
    const title = readHtmlTitle(response.text, this.secrets);
    throw new UnexpectedResponseError(
      `A web page ("${title}") was returned instead of the list of files`,
      { hint: `${this.route.checkHint} The page comes from ${request.url.host}.`, page: 'gateway' },
    );
  }

  /**
   * Retrieves a file. `consume` gets the bytes as they arrive. If the connection breaks before the last byte, `consume` is called
   * again, and the result of the earlier call is invalid.
   * @throws PageInsteadOfFileError if the response may be a login page or a gateway's page
   * @throws RewrittenPageError if the route changes the bytes of the file
   */
  async retrieve<Result>(
    path: ConfPath,
    consume: (file: RetrievedFile) => Promise<Result>,
    call: RetrieveCall = {},
  ): Promise<Result> {
    return await withRetries('read', call.signal, async (sending) => {
      const request = this.buildReadRequest(encodePath(path), call, sending);
      const response = await this.open(request);
      if (!isSuccess(response)) {
        throw this.explainReadRefusal(
          request.url,
          await readTextResponse(response),
          `retrieve ${path}`,
        );
      }
      try {
        const mimeType = readSpecificMimeType(response.headers['content-type']);
        const body = isHtmlType(mimeType)
          ? await this.checkPage(request.url, { path, mimeType, source: response.body }, call)
          : response.body;
        return await consume({ path, name: fileName(path), mimeType, body });
      } catch (error) {
        throw response.explain(error);
      } finally {
        response.close();
      }
    });
  }

  /** Returns the body of an HTML response. @throws PageInsteadOfFileError, RewrittenPageError */
  private async checkPage(
    url: URL,
    { path, mimeType, source }: PageResponse,
    { listed, acceptsPages, acceptsRewrittenPages, ...call }: RetrieveCall,
  ): Promise<AsyncIterable<Buffer>> {
    const { rewritesPages, checkHint } = this.route;
    const start = await readStart(source);
    let size = listed?.size;
    const isFile =
      acceptsPages ||
      (await isRequestedFile(path, start, async () => {
        if (listed) return size;
        const listing = this.list(parentFolder(path), { ...call, onLeftOut: undefined });
        const entries = await listing.catch(() => []);
        return (size = entries.find((entry) => entry.path === path && entry.type === 'file')?.size);
      }));
    if (call.signal?.aborted) throw new CancelledError();
    if (!isFile) {
      const page = { path, start, isTemporary: size !== undefined };
      throw pageInsteadOfFileError(url, page, this.secrets, checkHint);
    }
    if (rewritesPages && !acceptsRewrittenPages && isRewritten(start, mimeType)) {
      throw rewrittenPageError(path, this.secrets);
    }
    return start.body;
  }

  /** Sends the file as the field `file` of a form, or as the whole body. */
  private buildUploadBody(path: ConfPath, content: FileContent, hash: Hash) {
    if (this.access.uploadFormat === 'multipart') {
      return buildMultipartBody([{ name: 'file', fileName: fileName(path), content, hash }]);
    }
    return {
      contentType: toSendableMimeType(content.mimeType),
      body: {
        length: content.size,
        stream: () => lendBytes(content, hash),
      },
    };
  }

  /** Identifies the files of this platform, independent of the route by which they are read. */
  get filesId(): string {
    return `${this.access.baseUrl}/conf/${this.scope}`;
  }

  get canChange(): boolean {
    return this.access.tokenSource !== undefined;
  }

  get canRead(): boolean {
    return this.access.readRoute !== undefined;
  }

  /** @throws InvalidInputError if the credential has no token, and none is read from the cluster */
  private get tokenSource(): UploadTokenSource {
    return this.access.tokenSource ?? throwEmpty('Upload Token', 'Upload Token From');
  }

  /** @throws InvalidInputError if the credential has no local address, and files are not read through the cluster */
  private get route(): ReadRoute {
    return this.access.readRoute ?? throwEmpty('Local Address', 'Read Files Through');
  }

  private get scope(): string {
    return [this.access.customer, this.access.platformId].map(encodeURIComponent).join('/');
  }

  private async buildChangeRequest(
    method: HttpMethod,
    urlPath: string,
    call: ConfFileCall,
  ): Promise<HttpRequest> {
    const token = await this.tokenSource.getToken(call.signal);
    call.onAttempt?.(true);
    return {
      method,
      url: new URL(`${this.access.baseUrl}/${urlPath}`),
      headers: { authorization: `Bearer ${token}` },
      tls: this.access.tls,
      pool: call.pool ?? DEFAULT_POOL,
      signal: call.signal,
    };
  }

  private buildReadRequest(urlEnd: string, call: ConfFileCall, sending: Sending): HttpRequest {
    const route = this.route;
    call.onAttempt?.(false);
    return {
      method: 'GET',
      url: new URL(`${route.address}/configuration/${this.scope}${urlEnd}`),
      headers: { accept: '*/*', ...route.headers },
      tls: route.tls,
      pool: call.pool ?? DEFAULT_POOL,
      signal: call.signal,
      sending,
    };
  }

  private async open(request: HttpRequest) {
    return await exchangeStream(request).catch((error: unknown) => {
      throw this.route.explain(error);
    });
  }

  /** @throws PlatformError unless the service itself confirms the change */
  private async sendChange(request: HttpRequest, action: string): Promise<void> {
    const response = await exchangeText(request);
    const { secrets } = this;
    if (!isSuccess(response)) {
      const { tokenSource } = this;
      const refusal = confFileRefusal(request.url, response, action, secrets, tokenSource.hint);
      if (isRefusedToken(refusal)) tokenSource.forget();
      throw refusal;
    }
    if (!isConfirmation(response)) throw unconfirmedError(request.url, response, action, secrets);
  }

  /** The service requires no login for reading, so a refused login comes from a gateway or another server. */
  private explainReadRefusal(url: URL, response: TextResponse, action: string) {
    const { route, secrets } = this;
    const refusal = confFileRefusal(url, response, action, secrets, route.checkHint);
    // The usual hint for a redirect would suggest the address of a login page as the base URL.
    if (response.status < 400) refusal.hint = route.checkHint;
    return route.explainRefusal({ url, response, action }) ?? refusal;
  }

  private get secrets(): string[] {
    const { tokenSource, readRoute } = this.access;
    return [...(tokenSource?.secrets ?? []), ...(readRoute?.secrets ?? [])];
  }
}

function throwEmpty(field: string, clusterField: string): never {
  throw new InvalidInputError(
    `The ${field} is empty`,
    `Fill in "${field}" in the credential, or set "${clusterField}" to Cluster. Nothing was sent.`,
  );
}

function parseJsonOrText(text: string): ExactJson {
  try {
    return parseExactJson(text);
  } catch {
    return { value: text, numbersAsText: new Map() };
  }
}
