import { createHash, type Hash } from 'node:crypto';
import {
  CancelledError,
  InvalidInputError,
  UnexpectedResponseError,
} from '../common/errors/errors';
import type { PoolOptions } from '../http/dispatcher';
import { exchangeStream, exchangeText, readText } from '../http/exchange';
import { findMorePages } from '../http/morePages';
import type { HttpRequest, HttpMethod } from '../http/request';
import { type TextResponse, isSuccess } from '../http/response';
import { multipartBody } from '../http/multipart';
import { repeatableChange, withRetries } from '../http/retry';
import type { Sending } from '../http/sending';
import { lendBytes } from '../common/content/bytes';
import type { FileContent } from '../common/content/fileContent';
import {
  isFileItself,
  isPageType,
  isRewritten,
  pageInsteadOfFile,
  readStart,
  rewrittenPage,
} from './htmlResponse';
import { readListing, type ConfEntry } from './listing';
import type { ReadRoute } from './readRoute';
import type { UploadTokenSource } from './uploadTokenSource';
import { parseExactJson, type ExactJson } from '../common/text/exactJson';
import { htmlTitle } from '../common/text/text';
import { encodePath, nameOf, parentOf, type MountPath } from './paths';
import { sendableMimeType, specificMimeType } from '../common/content/mimeType';
import {
  isConfirmation,
  isRefusedToken,
  isWebPage,
  confFileRefusal,
  isNotFoundByService,
  unconfirmed,
} from './refusals';
import {
  readConfFileAccess,
  type ConfFileAccess,
  type ThroughCluster,
  type UploadTokenCredential,
} from './access';

export interface UploadedFile {
  path: MountPath;
  /** In bytes. */
  size: number;
  /** Hash of the sent bytes, in hexadecimal. */
  sha256: string;
}

export interface RetrievedFile {
  path: MountPath;
  name: string;
  /** Undefined if the service only says "bytes". */
  mimeType: string | undefined;
  body: AsyncIterable<Buffer>;
}

export interface ConfFileCall {
  signal?: AbortSignal;
  /** Called before each attempt, with whether it asks for a change. */
  onAttempt?: (isChange: boolean) => void;
  /** Number of connections to each of the service's two addresses. */
  pool?: PoolOptions;
  /** Called for each entry of a listing that is left out because its name is not valid in a path. */
  onLeftOut?: (name: string) => void;
}

interface RawListing {
  value: unknown;
  /** The fields whose numbers are text because JavaScript would change their digits. */
  numbersAsText: string[];
  /** The header that reports further pages of a list. */
  more?: string;
}

interface RetrieveCall extends ConfFileCall {
  /** The file's entry in a listing; if undefined, its folder is listed when the size is needed. */
  listed?: Pick<ConfEntry, 'size'>;
  /** True if `consume` compares the bytes, so that a login page does no harm. */
  acceptsPages?: boolean;
  /** True if it is enough that the same file results in the same bytes, even if they are changed on the way. */
  acceptsRewrittenPages?: boolean;
}

/** A response that may be a page instead of a file. */
interface PageResponse {
  path: MountPath;
  mimeType: string | undefined;
  source: AsyncIterable<Buffer>;
}

/** Most files are small, so the number of requests in flight decides how long many of them take. */
const USUAL_POOL: PoolOptions = { connections: 64 };

/**
 * Client of the configuration file service (interface, section 4.6). Uploads and deletes go to the public address with the
 * upload token. Lists and retrievals go to the local address, or through the cluster's API server, and never carry the token.
 */
export class ConfFileService {
  private constructor(private readonly access: ConfFileAccess) {}

  /** Sends nothing. @throws InvalidInputError naming the credential's field that cannot be used. */
  static connect(credential: UploadTokenCredential, cluster?: ThroughCluster): ConfFileService {
    return new ConfFileService(readConfFileAccess(credential, cluster));
  }

  /**
   * Sends a file, replacing the current one. It is sent again from its start if the connection breaks.
   * @throws OutcomeUnknownError if no response says whether it has arrived
   */
  async upload(
    path: MountPath,
    content: FileContent,
    call: ConfFileCall = {},
  ): Promise<UploadedFile> {
    const send = async (sending: Sending) => {
      const address = `conf/upload/${this.scope}${encodePath(path)}`;
      const request = await this.publicRequest('POST', address, call);
      const hash = createHash('sha256');
      const { contentType, body } = this.uploadBody(path, content, hash);
      request.headers['content-type'] = contentType;
      await this.change({ ...request, body, sending }, `upload ${path}`);
      return { path, size: content.size, sha256: hash.digest('hex') };
    };
    const change = () => withRetries('idempotent', call.signal, send);
    return (await repeatableChange(change, () => false)) as UploadedFile;
  }

  /**
   * Deletes a file. If an earlier attempt may have arrived, "not found" means that it is deleted.
   * @throws OutcomeUnknownError if no response of the service says whether it is deleted
   */
  async delete(path: MountPath, call: ConfFileCall = {}, mayHaveBeenMade = false): Promise<void> {
    const address = `conf/${this.scope}${encodePath(path)}`;
    const send = async (sending: Sending) => {
      const request = await this.publicRequest('DELETE', address, call);
      await this.change({ ...request, sending }, `delete ${path}`);
    };
    const change = () => withRetries('idempotent', call.signal, send);
    await repeatableChange(change, isNotFoundByService, mayHaveBeenMade);
  }

  /** Lists one folder. Some services include the content of subfolders. */
  async list(folder: MountPath, call: ConfFileCall = {}): Promise<ConfEntry[]> {
    return await withRetries('read', call.signal, async (sending) => {
      const { text, headers } = await this.listResponse(folder, call, sending);
      const { secrets } = this;
      return readListing({ text, headers, secrets }, folder, { onLeftOut: call.onLeftOut });
    });
  }

  /** Returns the response for one folder as received, for listings of an unknown format. */
  async listRaw(folder: MountPath, call: ConfFileCall = {}): Promise<RawListing> {
    return await withRetries('read', call.signal, async (sending) => {
      const { text, headers } = await this.listResponse(folder, call, sending);
      const { value, numbersAsText } = jsonOrText(text);
      const more = Array.isArray(value)
        ? findMorePages(undefined, value.length, headers)
        : undefined;
      return { value, numbersAsText: [...numbersAsText.keys()], more };
    });
  }

  private async listResponse(
    folder: MountPath,
    call: ConfFileCall,
    sending: Sending,
  ): Promise<TextResponse> {
    const request = this.readRequest(`?path=${encodePath(folder)}`, call, sending);
    // Lists share their connections with files.
    const response = await readText(await this.open(request));
    if (!isSuccess(response)) throw this.readRefusal(request.url, response, `list ${folder}`);
    if (!isWebPage(response)) return response;
    const title = htmlTitle(response.text, this.secrets);
    throw new UnexpectedResponseError(
      `A web page ("${title}") was returned instead of the list of files`,
      { hint: `${this.route.checkHint} It comes from ${request.url.host}.`, page: 'gateway' },
    );
  }

  /**
   * Retrieves a file. `consume` gets the bytes as they arrive. It is called again if the connection breaks before the last of
   * them; the result of the earlier call is then worthless.
   * @throws PageInsteadOfFileError if a login page or a gateway's page comes instead of the file
   * @throws RewrittenPageError if the way to the service changes the bytes of the file
   */
  async retrieve<Result>(
    path: MountPath,
    consume: (file: RetrievedFile) => Promise<Result>,
    call: RetrieveCall = {},
  ): Promise<Result> {
    return await withRetries('read', call.signal, async (sending) => {
      const request = this.readRequest(encodePath(path), call, sending);
      const response = await this.open(request);
      if (!isSuccess(response)) {
        throw this.readRefusal(request.url, await readText(response), `retrieve ${path}`);
      }
      try {
        const mimeType = specificMimeType(response.headers['content-type']);
        const body = isPageType(mimeType)
          ? await this.checkedPage(request.url, { path, mimeType, source: response.body }, call)
          : response.body;
        return await consume({ path, name: nameOf(path), mimeType, body });
      } catch (error) {
        throw response.explain(error);
      } finally {
        response.close();
      }
    });
  }

  /** Returns the body of a response of a page's type. @throws PageInsteadOfFileError, RewrittenPageError */
  private async checkedPage(
    url: URL,
    { path, mimeType, source }: PageResponse,
    { listed, acceptsPages, acceptsRewrittenPages, ...call }: RetrieveCall,
  ): Promise<AsyncIterable<Buffer>> {
    const { rewritesPages, checkHint } = this.route;
    const start = await readStart(source);
    let size = listed?.size;
    const isFile =
      acceptsPages ||
      (await isFileItself(path, start, async () => {
        if (listed) return size;
        const listing = this.list(parentOf(path), { ...call, onLeftOut: undefined });
        const entries = await listing.catch(() => []);
        return (size = entries.find((entry) => entry.path === path && entry.type === 'file')?.size);
      }));
    if (call.signal?.aborted) throw new CancelledError();
    if (!isFile) {
      const page = { path, start, isTemporary: size !== undefined };
      throw pageInsteadOfFile(url, page, this.secrets, checkHint);
    }
    if (rewritesPages && !acceptsRewrittenPages && isRewritten(start, mimeType)) {
      throw rewrittenPage(path, this.secrets);
    }
    return start.body;
  }

  /** Sends the file as the field `file` of a form, or as the whole body. */
  private uploadBody(path: MountPath, content: FileContent, hash: Hash) {
    if (this.access.uploadFormat === 'multipart') {
      return multipartBody([{ name: 'file', fileName: nameOf(path), content, hash }]);
    }
    return {
      contentType: sendableMimeType(content.mimeType),
      body: {
        length: content.size,
        stream: () => lendBytes(content, hash),
      },
    };
  }

  /** Identifies the files, whichever way they are read. */
  get mount(): string {
    return `${this.access.baseUrl}/conf/${this.scope}`;
  }

  get canChange(): boolean {
    return this.access.uploadToken !== undefined;
  }

  get canRead(): boolean {
    return this.access.reading !== undefined;
  }

  /** @throws InvalidInputError if there is none */
  private get uploadToken(): UploadTokenSource {
    return this.access.uploadToken ?? refuseEmpty('Upload Token', 'Upload Token From');
  }

  /** @throws InvalidInputError if there is none */
  private get route(): ReadRoute {
    return this.access.reading ?? refuseEmpty('Local Address', 'Read Files Through');
  }

  private get scope(): string {
    return [this.access.customer, this.access.platformId].map(encodeURIComponent).join('/');
  }

  private async publicRequest(
    method: HttpMethod,
    address: string,
    call: ConfFileCall,
  ): Promise<HttpRequest> {
    const token = await this.uploadToken.token(call.signal);
    call.onAttempt?.(true);
    return {
      method,
      url: new URL(`${this.access.baseUrl}/${address}`),
      headers: { authorization: `Bearer ${token}` },
      tls: this.access.tls,
      pool: call.pool ?? USUAL_POOL,
      signal: call.signal,
    };
  }

  private readRequest(address: string, call: ConfFileCall, sending: Sending): HttpRequest {
    const route = this.route;
    call.onAttempt?.(false);
    return {
      method: 'GET',
      url: new URL(`${route.address}/configuration/${this.scope}${address}`),
      headers: { accept: '*/*', ...route.headers },
      tls: route.tls,
      pool: call.pool ?? USUAL_POOL,
      signal: call.signal,
      sending,
    };
  }

  private async open(request: HttpRequest) {
    return await exchangeStream(request).catch((error: unknown) => {
      throw this.route.explain(error);
    });
  }

  /** Sends a change. @throws PlatformError unless the service itself confirms it */
  private async change(request: HttpRequest, action: string): Promise<void> {
    const response = await exchangeText(request);
    const { secrets } = this;
    if (!isSuccess(response)) {
      const { uploadToken } = this;
      const refusal = confFileRefusal(request.url, response, action, secrets, uploadToken.hint);
      if (isRefusedToken(refusal)) uploadToken.forget();
      throw refusal;
    }
    if (!isConfirmation(response)) throw unconfirmed(request.url, response, action, secrets);
  }

  /** The service itself requires no login for reading. */
  private readRefusal(url: URL, response: TextResponse, action: string) {
    const { route, secrets } = this;
    const own = confFileRefusal(url, response, action, secrets, route.checkHint);
    // The address of a login page is no base URL.
    if (response.status < 400) own.hint = route.checkHint;
    return route.refusal({ url, response, action }) ?? own;
  }

  /** Values that no error may show. */
  private get secrets(): string[] {
    const { uploadToken, reading } = this.access;
    return [...(uploadToken?.secrets ?? []), ...(reading?.secrets ?? [])];
  }
}

function refuseEmpty(field: string, otherWay: string): never {
  throw new InvalidInputError(
    `The ${field} is empty`,
    `Fill in "${field}" in the credential, or set "${otherWay}" to Cluster. Nothing was sent.`,
  );
}

function jsonOrText(text: string): ExactJson {
  try {
    return parseExactJson(text);
  } catch {
    return { value: text, numbersAsText: new Map() };
  }
}
