import { buildAddress } from '../../session/access';
import type { Platform } from '../../connection/platform';
import {
  CancelledError,
  PlatformError,
  UnexpectedResponseError,
  wasAnswered,
} from '../../common/errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import { exchangeText } from '../../http/exchange';
import { isSuccess } from '../../http/response';
import { withRetries } from '../../http/retry';
import { statusError, webPageError } from '../../http/failures';
import { sendAuthorized } from '../../session/authorized';
import { parseExactJson } from '../../common/text/exactJson';
import { toObject, toText, readWholeNumber } from '../../common/text/values';
import { Cache } from '../../common/time/cache';
import { readLogPart, type LogPage, type LogPart, type WantedLines } from './logPart';
import { readLine, type LogLine } from './logs';

/** Identifies the log of an app. The proxy's path for the logs of job runs is not known. */
export interface ProxiedLog {
  projectId: string;
  executionId: string;
  streams: readonly string[];
}

interface ProxiedLine extends LogLine {
  /** Time with nanoseconds. */
  recordAt?: string;
}

/** An update may add a proxy to a platform, so a missing proxy is looked for again after this time. */
const CACHE_MS = 60 * 60_000;

const hasProxyByLogin = new Cache<string, boolean>({ size: 100, ageMs: CACHE_MS });

/**
 * Reads lines from the log proxy, which deployed platforms have since about 2024.05.
 * @param findLog finds the log to read; not called if the platform is known to have no proxy
 * @returns undefined if the log is not found, or if the platform may have no proxy because none has answered yet
 * @throws PlatformError if a proxy that has answered before fails for a reason other than a missing log
 */
export async function readProxiedLog(
  platform: Platform,
  findLog: () => Promise<ProxiedLog | undefined>,
  wanted: WantedLines,
  options: CallOptions,
): Promise<LogPart<ProxiedLine> | undefined> {
  const { key } = platform.projects;
  if (hasProxyByLogin.get(key) === false) return undefined;
  const log = await findLog();
  if (!log || !isSafeInUrl(log.projectId) || !isSafeInUrl(log.executionId)) return undefined;
  const readPage = async (range: { limit: number; skip: number }) => {
    const page = await readProxiedPage(platform, log, range, options);
    hasProxyByLogin.set(key, true);
    return page;
  };
  const countLines = async () => (await readPage({ limit: 1, skip: 0 })).count;
  const paged = { hasPages: true, isFiltered: true, isWanted: () => true, readPage, countLines };
  try {
    return await readLogPart(paged, wanted);
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    if (hasProxyByLogin.get(key) === true) {
      if (error.status === 404) return undefined;
      throw error;
    }
    // If there is no proxy, a gateway may respond with a web page, a redirect or a refusal.
    if (wasAnswered(error) && !error.isTemporary && !isAboutLog(error)) {
      hasProxyByLogin.set(key, false);
    }
    return undefined;
  }
}

/** Returns true for a refusal that may concern only this log. Web pages, redirects and other responses do not come from a proxy. */
function isAboutLog({ status, page }: PlatformError): boolean {
  return page === undefined && (status === 403 || status === 404);
}

function isSafeInUrl(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id);
}

async function readProxiedPage(
  { access, session }: Platform,
  { projectId, executionId, streams }: ProxiedLog,
  { limit, skip }: { limit: number; skip: number },
  { signal, secrets = [] }: CallOptions,
): Promise<LogPage<ProxiedLine>> {
  const { realm, platformId, realmHeader, tls } = access;
  const path = [realm, 'platform', platformId, 'project', projectId, 'app_execution', executionId];
  const url = buildAddress(access, 'log-proxy', 'api', 'logs', ...path);
  url.search = `limit=${limit}&skip=${skip}&streams=${streams.map(encodeURIComponent).join(',')}`;
  return await withRetries('read', signal, async (sending) => {
    const headers = { accept: 'application/json', [realmHeader.toLowerCase()]: realm };
    const request = { method: 'GET', url, headers, tls, signal, sending } as const;
    const { response, token } = await sendAuthorized(session, request, exchangeText);
    const hidden = [token, ...session.secrets, ...secrets];
    if (!isSuccess(response)) throw statusError(url, response, hidden);
    const page = webPageError(url, response, hidden, 'a log');
    if (page) throw page;
    return readProxiedLines(url, response.text);
  });
}

function readProxiedLines(url: URL, text: string): LogPage<ProxiedLine> {
  const { logs, total } = toObject(parseJson(text));
  if (!Array.isArray(logs)) {
    throw new UnexpectedResponseError(`${url.host} returned ${url.pathname} without lines`, {
      hint: 'The response may come from a gateway in front of the platform. Try again later.',
    });
  }
  return { lines: logs.flatMap(readProxiedLine), count: readWholeNumber(total) };
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text).value;
  } catch {
    return undefined;
  }
}

function readProxiedLine(line: unknown): ProxiedLine[] {
  const recordAt = toText(toObject(line).time);
  return readLine(line).map((read) => ({ ...read, ...(recordAt !== undefined && { recordAt }) }));
}
