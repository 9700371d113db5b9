import { createHash } from 'node:crypto';
import { Cache } from '../time/cache';
import { CancelledError, PlatformError } from '../errors/errors';
import { unlessCancelled } from '../time/cancel';
import { clock } from '../time/clock';
import { pause, withRetries } from '../http/retry';
import type { PlatformAccess } from '../access';
import { authenticate, loginSecrets, type IssuedToken } from './authenticate';
import { type SessionEnd, sessionEnd } from './sessionEnd';
import { exchangeText } from '../http/exchange';

/** A token is renewed this long before it ends, or at a tenth of its life where that is shorter. */
const RENEW_BEFORE_END_MS = 30_000;
/** For so long after a login that was tried several times in vain, it is tried once: items that work in turn fail at once. */
const LOGIN_FAILING_MS = 5_000;

/** One refusal of a login that has worked may be an accident: it is tried again after this pause. */
const AFTER_REFUSAL_MS = 250;

/** A token that is younger is not blamed for what it has met before. */
const NEW_FOR_MS = 60_000;

type Sign = SessionEnd['sign'];

interface Token {
  value: string;
  renewAtMs: number;
  issuedAtMs: number;
  hasWorked: boolean;
  /** What looks like the end of a session, and has another reason. */
  met: Set<Sign>;
}

/** One login to a platform: its token stays in memory and is shared by all who ask. */
export class Session {
  private current: Token | undefined;
  private pending: Promise<Token> | undefined;
  /** Whether the platform has taken this login before: then one refusal may be an accident of its own. */
  private hasLoggedIn = false;
  private loginFailingUntilMs = 0;
  /** The doubtful sign by which the last token was given up, such as a plain 403. */
  private doubt: { sign: Sign; atMs: number } | undefined;

  constructor(
    private readonly access: PlatformAccess,
    /** Tells sessions apart without telling what they are made of. */
    readonly key: string,
  ) {}

  /** Who logs in. */
  get login(): string {
    return this.access.login;
  }

  /** The token to send; logs in where there is none, once for all who wait. */
  async token(signal?: AbortSignal): Promise<string> {
    if (signal?.aborted) throw new CancelledError('none');
    if (this.current && Date.now() < this.current.renewAtMs) return this.current.value;
    this.pending ??= this.logIn().finally(() => {
      this.pending = undefined;
    });
    const { value } = await unlessCancelled(this.pending, signal).catch((error: unknown) => {
      throw error instanceof PlatformError ? error.copyForNextRequest() : error;
    });
    return value;
  }

  /** What no text from outside may show. */
  get secrets(): string[] {
    return loginSecrets(this.access);
  }

  /**
   * Says that the platform refused this token. A token that was already replaced is left alone.
   * @param sign of an end that is not certain: if the next token meets it, too, it has another reason
   */
  refuse(token: string, sign?: Sign): void {
    if (this.current?.value !== token) return;
    this.current = undefined;
    this.doubt = sign && { sign, atMs: clock.now() };
  }

  /** The next request logs in. */
  renew(): void {
    this.current = undefined;
  }

  /** Whether a new token may help where a response with this one looks like the end of its session. */
  mayHaveEnded(token: string, sign: Sign): boolean {
    const { current } = this;
    if (current?.value !== token) return true;
    if (clock.now() - current.issuedAtMs > NEW_FOR_MS) return true;
    return current.hasWorked && !current.met.has(sign);
  }

  /** Says that the session of this token goes on, whatever a response looks like. */
  accept(token: string, sign: Sign | undefined): void {
    if (this.current?.value !== token) return;
    if (sign) this.current.met.add(sign);
    else this.current.hasWorked = true;
  }

  /** The login goes on when one of those who wait is cancelled: the others still need it. */
  private async logIn(): Promise<Token> {
    const { token: value, lifetimeMs } = await this.tryToLogIn().catch((error: unknown) => {
      if (error instanceof PlatformError && error.isTemporary) {
        this.loginFailingUntilMs = clock.now() + LOGIN_FAILING_MS;
      }
      throw error;
    });
    this.hasLoggedIn = true;
    this.loginFailingUntilMs = 0;
    const renewAtMs =
      lifetimeMs === undefined
        ? Number.POSITIVE_INFINITY
        : Date.now() + lifetimeMs - Math.min(RENEW_BEFORE_END_MS, lifetimeMs / 10);
    const issuedAtMs = clock.now();
    const { doubt } = this;
    const isRecent = doubt !== undefined && issuedAtMs - doubt.atMs < NEW_FOR_MS;
    const met = new Set(isRecent ? [doubt.sign] : []);
    this.current = { value, renewAtMs, issuedAtMs, hasWorked: false, met };
    return this.current;
  }

  private async tryToLogIn(): Promise<IssuedToken> {
    const isFailing = clock.now() < this.loginFailingUntilMs;
    const attempt = async () => {
      try {
        return await authenticate(this.access);
      } catch (error) {
        if (isFailing && error instanceof PlatformError && !asksToWait(error)) error.isFinal = true;
        throw error;
      }
    };
    try {
      return await withRetries('read', undefined, attempt);
    } catch (error) {
      const isRefusal = error instanceof PlatformError && error.code === 'LOGIN_FAILED';
      if (!isRefusal || !this.hasLoggedIn) throw error;
      // Once only: a login that is now wrong may be locked if it is tried too often.
      await pause(AFTER_REFUSAL_MS, undefined);
      return await withRetries('read', undefined, attempt);
    }
  }
}

function asksToWait({ rateLimit, retryAfterMs }: PlatformError): boolean {
  return rateLimit !== undefined && (rateLimit.isTooMany || retryAfterMs !== undefined);
}

const sessions = new Cache<string, Session>({ size: 100 });

/** The session of a credential; the same for every node and item in this process. */
export function sessionFor(access: PlatformAccess): Session {
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  return sessions.getOrSet(key, () => new Session(access, key));
}

/**
 * For a caller that keeps a token of its own, as n8n's HTTP Request node does: the token to go on with,
 * or undefined where the one it holds still works and a failure must have had another reason.
 * Telling the two apart matters: n8n repeats a failed request, a started run included, whenever it is given a token.
 */
export async function successorOf(
  heldToken: string,
  session: Session,
  access: PlatformAccess,
  graphqlUrl: URL,
): Promise<string | undefined> {
  if (heldToken !== '') {
    if (!(await isRefused(heldToken, access, graphqlUrl))) return undefined;
    session.refuse(heldToken);
  }
  return await session.token();
}

async function isRefused(token: string, access: PlatformAccess, url: URL): Promise<boolean> {
  const response = await exchangeText({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ __typename }' }),
    response: 'short',
    tls: access.tls,
  });
  return sessionEnd(response) !== undefined;
}
