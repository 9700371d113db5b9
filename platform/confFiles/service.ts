import { createHash, type Hash } from 'node:crypto';
import { CancelledError, InvalidInputError } from '../errors/errors';
import type { PoolOptions } from '../http/connect';
import { exchangeStream, exchangeText, readText } from '../http/exchange';
import type { Exchange, HttpMethod } from '../http/request';
import { type TextResponse, isSuccess } from '../http/response';
import { multipartBody } from '../http/multipart';
import { findMore } from '../http/nextPage';
import { repeatableChange, withRetries } from '../http/retry';
import { lentBytesOf } from '../content/bytes';
import type { FileContent } from '../content/fileContent';
import {
  changedPage,
  isChangedOnTheWay,
  isFileItself,
  mayBePage,
  pageInsteadOfFile,
  readPage,
  type FileLookups,
} from './listing/answeredPage';
import { readEntries, tooManyEntries, WALK_BOUNDS, type ConfEntry } from './listing/listing';
import { incomplete, readListingPage } from './listing/page';
import type { ReadRoute } from './connect/readRoute';
import type { UploadTokenSource } from './connect/uploadTokenSource';
import { parseExactJson, type ExactJson } from '../text/exactJson';
import { htmlTitle } from '../text/text';
import { encodePath, nameOf, parentOf, type MountPath } from './paths';
import { sendableMimeType, specificMimeType } from '../content/mimeType';
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
} from './connect/access';

export interface UploadedFile {
  path: MountPath;
  /** In bytes. */
  size: number;
  /** Of the bytes that were sent, in hexadecimal. */
  sha256: string;
}

export interface RetrievedFile {
  path: MountPath;
  name: string;
  /** As the service says it; undefined where it does not know more than "bytes". */
  mimeType: string | undefined;
  body: AsyncIterable<Buffer>;
}

export interface ConfFileCall {
  signal?: AbortSignal;
  /** Called when a request leaves, with whether it asks for a change. */
  onSent?: (isChange: boolean) => void;
  /** The connections to each of the service's two addresses. */
  pool?: PoolOptions;
  /** Called for each entry of a listing that is left out, since no path can hold its name. */
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
  /** In bytes, where a listing has told it. */
  size?: number;
  /** Whether it is enough that the same file gives the same bytes, even where they are changed on the way. */
  takesChangedPages?: boolean;
}

/** A response that may be a page instead of a file. */
interface PageResponse {
  path: MountPath;
  mimeType: string | undefined;
  source: AsyncIterable<Buffer>;
}

/** Most files are small: how long many of them take is a matter of how many responses are waited for at once. */
const USUAL_POOL: PoolOptions = { connections: 64 };

/**
 * The configuration file service (interface, section 4.6). Create and delete go to the public address with the
 * upload token; list and retrieve go to the local address, or through the cluster's API server, and never carry it.
 */
export class ConfFileService {
  private constructor(private readonly access: ConfFileAccess) {}

  /** Sends nothing. @throws InvalidInputError naming the credential's field that cannot be used. */
  static connect(credential: UploadTokenCredential, cluster?: ThroughCluster): ConfFileService {
    return new ConfFileService(readConfFileAccess(credential, cluster));
  }

  /**
   * Sends a file, replacing one that is there. Sent again from its start where the connection broke.
   * @throws OutcomeUnknownError where no response says whether it has arrived
   */
  async upload(
    path: MountPath,
    content: FileContent,
    call: ConfFileCall = {},
  ): Promise<UploadedFile> {
    const send = async () =>
      await this.withToken(call, async (token) => {
        const hash = createHash('sha256');
        const { contentType, body } = this.uploadBody(path, content, hash);
        const address = `conf/upload/${this.scope}${encodePath(path)}`;
        const exchange = this.publicExchange('POST', address, token, call);
        exchange.headers['content-type'] = contentType;
        await this.change({ ...exchange, body }, `upload ${path}`);
        return { path, size: content.size, sha256: hash.digest('hex') };
      });
    const never = () => false;
    const repeated = () => withRetries('idempotent', call.signal, send);
    return (await repeatableChange(repeated, never)) as UploadedFile;
  }

  /**
   * Deletes a file. Where an earlier attempt may have arrived, one that the service does not know by now is deleted.
   * @throws OutcomeUnknownError where no response of the service tells
   */
  async delete(path: MountPath, call: ConfFileCall = {}, mayHaveBeenMade = false): Promise<void> {
    const address = `conf/${this.scope}${encodePath(path)}`;
    const send = async () =>
      await this.withToken(call, async (token) => {
        const exchange = this.publicExchange('DELETE', address, token, call);
        await this.change(exchange, `delete ${path}`);
      });
    const change = () => withRetries('idempotent', call.signal, send);
    await repeatableChange(change, isNotFoundByService, mayHaveBeenMade);
  }

  /** Lists one folder, all pages of it. Some services include the content of subfolders. */
  async list(folder: MountPath, call: ConfFileCall = {}): Promise<ConfEntry[]> {
    return await withRetries('read', call.signal, async () => {
      const { secrets } = this;
      const { entries, requests } = WALK_BOUNDS;
      const values: unknown[] = [];
      const seen = new Set<string>();
      let first: string | undefined;
      let next: URL | undefined;
      do {
        const response = await this.listResponse(folder, call, next);
        seen.add(response.url.href);
        first ??= response.text;
        const page = readListingPage(response, secrets, values.length);
        for (const value of page.values) values.push(value);
        if (values.length > entries || seen.size > requests) throw tooManyEntries(entries, folder);
        next = page.next;
        if (next && seen.has(next.href)) throw incomplete('Its pages repeat.', first, secrets);
      } while (next);
      return readEntries({ values, text: first }, folder, { onLeftOut: call.onLeftOut, secrets });
    });
  }

  /** Returns the response to the request for one folder as received, for listings of an unknown form. */
  async listRaw(folder: MountPath, call: ConfFileCall = {}): Promise<RawListing> {
    return await withRetries('read', call.signal, async () => {
      const { text, headers } = await this.listResponse(folder, call);
      const { value, numbersAsText } = jsonOrText(text);
      const here = Array.isArray(value) ? value.length : 0;
      const more = Array.isArray(value)
        ? findMore(undefined, { earlier: 0, here }, headers)
        : undefined;
      return { value, numbersAsText: [...numbersAsText.keys()], more: more?.field };
    });
  }

  /** @param page address of a further page */
  private async listResponse(folder: MountPath, call: ConfFileCall, page?: URL) {
    const first = this.readExchange(`?path=${encodePath(folder)}`, call);
    const exchange = { ...first, url: page ?? first.url };
    const { url } = exchange;
    // Lists share their connections with files.
    const response = await exchangeStream(exchange)
      .catch(this.explainUnanswered(exchange))
      .then(readText);
    if (!isSuccess(response)) throw this.refusalOf(url, response, `list ${folder}`);
    if (isWebPage(response)) {
      throw this.route.pageInsteadOfList(url, htmlTitle(response.text, this.secrets));
    }
    return { ...response, url };
  }

  /**
   * Retrieves a file. `consume` is given its bytes as they come and may be called again where the
   * connection broke before the last of them; what it made of an earlier call is then worthless.
   * @throws PageInsteadOfFileError where a page of a login or a gateway answers in place of the file
   * @throws ChangedPageError where the way to the service changes the bytes of pages
   */
  async retrieve<Result>(
    path: MountPath,
    consume: (file: RetrievedFile) => Promise<Result>,
    call: RetrieveCall = {},
  ): Promise<Result> {
    return await withRetries('read', call.signal, async () => {
      const exchange = this.readExchange(encodePath(path), call);
      const response = await exchangeStream(exchange).catch(this.explainUnanswered(exchange));
      if (!isSuccess(response)) {
        throw this.refusalOf(exchange.url, await readText(response), `retrieve ${path}`);
      }
      try {
        const mimeType = specificMimeType(response.headers['content-type']);
        const body = mayBePage(mimeType)
          ? await this.pageBody(exchange.url, { path, mimeType, source: response.body }, call)
          : response.body;
        return await consume({ path, name: nameOf(path), mimeType, body });
      } catch (error) {
        throw response.explain(error);
      } finally {
        response.close();
      }
    });
  }

  /** The body of a response of a page's type. @throws PageInsteadOfFileError, ChangedPageError */
  private async pageBody(
    url: URL,
    { path, mimeType, source }: PageResponse,
    { size, takesChangedPages, ...call }: RetrieveCall,
  ): Promise<AsyncIterable<Buffer>> {
    const { changesPages, checkHint } = this.route;
    const start = await readPage(source);
    const lookups: FileLookups = {
      listed: async () => await this.list(parentOf(path), { ...call, onLeftOut: undefined }),
      isAnsweredByPage: async (other) => {
        const exchange = this.readExchange(encodePath(other), call);
        const response = await exchangeText(exchange).catch(() => undefined);
        return response !== undefined && isSuccess(response) && isWebPage(response);
      },
    };
    const isFile = await isFileItself(path, start, lookups, size);
    if (call.signal?.aborted) throw new CancelledError();
    if (!isFile) throw pageInsteadOfFile(url, start, path, this.secrets, checkHint);
    if (changesPages && !takesChangedPages && isChangedOnTheWay(start, mimeType)) {
      throw changedPage(path, this.secrets);
    }
    return start.body;
  }

  /** The file as the field `file` of a form, or as the whole body. */
  private uploadBody(path: MountPath, content: FileContent, hash: Hash) {
    if (this.access.uploadFormat === 'multipart') {
      return multipartBody([{ name: 'file', fileName: nameOf(path), content, hash }]);
    }
    return {
      contentType: sendableMimeType(content.mimeType),
      body: {
        length: content.size,
        stream: (room?: Buffer) => lentBytesOf(content, hash, room),
      },
    };
  }

  /** Which files these are, however they are reached from here. */
  get mount(): string {
    return `${this.access.baseUrl}/conf/${this.scope}`;
  }

  /** Whether the credential holds the token that changes need. */
  get canChange(): boolean {
    return this.access.uploadToken !== undefined;
  }

  /** Whether the credential tells how files are read. */
  get canRead(): boolean {
    return this.access.reading !== undefined;
  }

  /** @throws InvalidInputError where there is none. */
  private get uploadToken(): UploadTokenSource {
    return this.access.uploadToken ?? refuseEmpty('Upload Token', 'Upload Token From');
  }

  /** @throws InvalidInputError where there is none. */
  private get route(): ReadRoute {
    return this.access.reading ?? refuseEmpty('Local Address', 'Read Files Through');
  }

  private get scope(): string {
    return [this.access.customer, this.access.platformId].map(encodeURIComponent).join('/');
  }

  private publicExchange(
    method: HttpMethod,
    address: string,
    token: string,
    call: ConfFileCall,
  ): Exchange {
    call.onSent?.(true);
    return {
      method,
      url: new URL(`${this.access.baseUrl}/${address}`),
      headers: { authorization: `Bearer ${token}` },
      tls: this.access.tls,
      pool: call.pool ?? USUAL_POOL,
      signal: call.signal,
    };
  }

  private readExchange(address: string, call: ConfFileCall): Exchange {
    const route = this.route;
    call.onSent?.(false);
    return {
      method: 'GET',
      url: new URL(`${route.address}/configuration/${this.scope}${address}`),
      headers: { accept: '*/*', ...route.headers },
      tls: route.tls,
      pool: call.pool ?? USUAL_POOL,
      signal: call.signal,
    };
  }

  private explainUnanswered({ url }: Exchange) {
    return async (error: unknown): Promise<never> => {
      throw this.route.unanswered?.(error, url) ?? error;
    };
  }

  /** Sends a change with the upload token; once more where that was refused and there is a newer one by now. */
  private async withToken<Result>(
    { signal }: ConfFileCall,
    send: (token: string) => Promise<Result>,
  ): Promise<Result> {
    const { uploadToken } = this;
    const token = await uploadToken.token(signal);
    try {
      return await send(token);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
      const newer = await uploadToken.newerThan(token, signal).catch(() => undefined);
      if (signal?.aborted) throw new CancelledError('none');
      if (newer === undefined) throw error;
      return await send(newer);
    }
  }

  /** Sends a change. @throws where the response is not the service's own word that it was made */
  private async change(exchange: Exchange, action: string): Promise<void> {
    const response = await exchangeText(exchange);
    const { secrets } = this;
    if (!isSuccess(response)) {
      throw confFileRefusal(exchange.url, response, action, secrets, {
        login: this.uploadToken.hint,
      });
    }
    if (!isConfirmation(response)) throw unconfirmed(exchange.url, response, action, secrets);
  }

  /** Whether the service or somebody on the way to it refused. */
  private refusalOf(url: URL, response: TextResponse, action: string) {
    // The service asks readers for no login and redirects nobody.
    const login = this.route.checkHint;
    const hints = { login, redirect: login };
    const refusal = confFileRefusal(url, response, action, this.secrets, hints);
    return this.route.refusal?.({ url, response, action }) ?? refusal;
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
