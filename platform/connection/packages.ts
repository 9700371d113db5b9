import { InvalidInputError, UnexpectedResponseError } from '../common/errors/errors';
import type { CallOptions } from '../graphql/send/endpoint';
import type { TlsOptions } from '../http/tls/options';
import { exchangeStream, readTextResponse } from '../http/exchange';
import { readHeaderText, isSuccess } from '../http/response';
import { withRetries } from '../http/retry';
import { blockPageError, statusError } from '../http/failures';
import { sendAuthorized } from '../session/authorized';
import type { Session } from '../session/session';
import { hideLogin } from '../common/text/text';

export interface PackageFile {
  /** In bytes; undefined if unknown. */
  size: number | undefined;
  body: AsyncIterable<Buffer>;
}

interface PackageSource {
  /** The address of the Projects module; packages are on the same origin. */
  module: URL;
  tls: TlsOptions;
  session: Session;
}

/**
 * Downloads the package of a job's version. `consume` gets the bytes as they arrive. If the connection breaks before the last byte,
 * `consume` may be called again.
 * @param downloadUrl the address in the version of the job, absolute or relative to the platform's origin
 * @throws InvalidInputError if the address has another origin, because the token must not be sent there
 */
export async function readPackage<Result>(
  { module, tls, session }: PackageSource,
  downloadUrl: unknown,
  consume: (file: PackageFile) => Promise<Result>,
  { signal, secrets = [] }: CallOptions = {},
): Promise<Result> {
  const url = readPackageUrl(module, downloadUrl);
  return await withRetries('read', signal, async (sending) => {
    const headers = { accept: '*/*' };
    const request = { method: 'GET', url, headers, tls, signal, sending } as const;
    const { response, token } = await sendAuthorized(session, request, async (withToken) => {
      const opened = await exchangeStream(withToken);
      const isFile = isSuccess(opened) && !isUnexpectedPage(url, opened.headers);
      return isFile
        ? { ...opened, text: '', file: opened }
        : { ...(await readTextResponse(opened)), file: undefined };
    });
    const { file } = response;
    const hidden = [token, ...session.secrets, ...secrets];
    if (!isSuccess(response)) throw statusError(url, response, hidden);
    if (!file) throw blockPageError(url, response, hidden) ?? unexpectedPageError(url);
    try {
      return await consume({ size: readSize(file.headers), body: file.body });
    } catch (error) {
      throw file.explain(error);
    } finally {
      file.close();
    }
  });
}

function readSize(headers: Record<string, string | string[] | undefined>): number | undefined {
  const isEncoded = readHeaderText(headers['content-encoding']) !== undefined;
  const length = Number(readHeaderText(headers['content-length']) ?? Number.NaN);
  return isEncoded || !Number.isSafeInteger(length) ? undefined : length;
}

function readPackageUrl(module: URL, downloadUrl: unknown): URL {
  const address = addBasePath(module, typeof downloadUrl === 'string' ? downloadUrl : '');
  const url = address && URL.canParse(address, module) ? new URL(address, module) : undefined;
  if (url?.origin === module.origin) return url;
  throw new InvalidInputError(
    // The query may contain a signature, which is as good as a password.
    `The package is not at the platform's own address: "${hideLogin(address.replace(/[?#].*/s, ''))}"`,
    `Packages are downloaded only from ${module.origin}, because the token must not be sent elsewhere.`,
  );
}

/** If the platform is served under a path, adds this path to an address that the platform returned without it. */
function addBasePath({ pathname }: URL, address: string): string {
  const base = pathname.slice(0, Math.max(0, pathname.indexOf('/projects/')));
  return address.startsWith('/projects/') ? base + address : address;
}

function isUnexpectedPage(
  { pathname }: URL,
  headers: Record<string, string | string[] | undefined>,
): boolean {
  const isPage = /^text\/html/i.test(readHeaderText(headers['content-type']) ?? '');
  return isPage && !/\.html?$/i.test(pathname);
}

function unexpectedPageError({ host }: URL): UnexpectedResponseError {
  return new UnexpectedResponseError(`${host} returned a web page instead of a package`, {
    hint: 'The page may come from a gateway in front of the platform. Try again later.',
    isTemporary: true,
  });
}
