import { createHash } from 'node:crypto';
import type { PlatformAccess } from './access';
import { CancelledError, PlatformError } from '../common/errors/errors';
import { exchangeText } from '../http/exchange';
import { pause, withRetries } from '../http/retry';
import { Sending } from '../http/sending';
import { Cache } from '../common/time/cache';
import { SharedWork } from '../common/time/cancel';
import { clock } from '../common/time/clock';
import { authenticate, loginSecrets, type IssuedToken } from './authenticate';
import { sessionEnd, type SessionEnd } from './sessionEnd';

/** A token is renewed this long before it ends, or at a tenth of its lifetime if that is shorter. */
const RENEW_BEFORE_END_MS = 30_000;
/** A token is renewed after this time even if nothing says that it ends. */
const MAX_AGE_MS = 12 * 60 * 60_000;
/** For this long after a login that failed several times, it is tried once only: items that work in turn fail at once. */
const LOGIN_FAILING_MS = 5_000;
/** A login that has worked may be refused once by mistake: it is tried again after this pause. */
const AFTER_REJECTED_LOGIN_MS = 250;
/** A session is renewed once in this time, at most, because of responses of one kind that do not prove its end. */
const DOUBT_MS = 60_000;

interface Token {
  value: string;
  issuedAtMs: number;
  renewAtMs: number;
  hasWorked: boolean;
}

/** State of one login that all its clients in this process share. It does not contain the password. */
class SharedLogin {
  token: Token | undefined;
  pending: SharedWork<Token> | undefined;
  /** True if the platform has accepted this login before. */
  hasLoggedIn = false;
  failingUntilMs = 0;
  /** When a response looked like the end of the session without proving it, by what it looked like. */
  readonly doubtedAtMs = new Map<SessionEnd['sign'], number>();
}

const logins = new Cache<string, SharedLogin>({ size: 100 });

/** Returns the session of a credential, whose token all nodes and items in this process share. */
export function sessionFor(access: PlatformAccess): Session {
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  return new Session(
    access,
    key,
    logins.getOrSet(key, () => new SharedLogin()),
  );
}

/** A client's access to the token of a login. */
export class Session {
  constructor(
    private readonly access: PlatformAccess,
    /** Distinguishes logins without showing them. */
    readonly key: string,
    /** The same object for all sessions of a login. */
    readonly shared = new SharedLogin(),
  ) {}

  get login(): string {
    return this.access.login;
  }

  /** Values that no text from outside may show. */
  get secrets(): string[] {
    return loginSecrets(this.access);
  }

  /** Returns the token to send. Logs in if there is none, once for all who wait. */
  async token(signal?: AbortSignal): Promise<string> {
    if (signal?.aborted) throw new CancelledError('none');
    const { token, pending } = this.shared;
    if (token && Date.now() < token.renewAtMs) return token.value;
    const login = pending && !pending.isAbandoned ? pending : this.beginLogin();
    try {
      return (await login.wait(signal)).value;
    } catch (error) {
      throw error instanceof PlatformError ? error.asPrerequisiteFailure() : error;
    }
  }

  /** Forgets the token; the next request logs in. */
  renew(): void {
    this.shared.token = undefined;
  }

  /** Forgets a token that the platform refused, unless a newer one has replaced it. */
  discard(token: string): void {
    if (this.shared.token?.value === token) this.renew();
  }

  /** Renews the session after a response that looks like its end, unless a new token cannot help. @returns whether it may */
  renewIfItMayHelp(token: string, sign: SessionEnd['sign']): boolean {
    const { shared } = this;
    if (shared.token?.value !== token) return true;
    const now = clock.now();
    if (now - (shared.doubtedAtMs.get(sign) ?? -Infinity) <= DOUBT_MS) return false;
    shared.doubtedAtMs.set(sign, now);
    // A new token that has never worked meets a right that is missing.
    const mayHaveEnded = shared.token.hasWorked || now - shared.token.issuedAtMs > DOUBT_MS;
    if (mayHaveEnded) this.renew();
    return mayHaveEnded;
  }

  /** Notes that the platform accepted a request with this token. */
  accept(token: string): void {
    if (this.shared.token?.value === token) this.shared.token.hasWorked = true;
  }

  /** Ends with the last of those who wait for it. */
  private beginLogin(): SharedWork<Token> {
    const { shared } = this;
    const login: SharedWork<Token> = new SharedWork(async (signal) => {
      try {
        return await this.logIn(signal);
      } finally {
        if (shared.pending === login) shared.pending = undefined;
      }
    });
    return (shared.pending = login);
  }

  private async logIn(signal: AbortSignal): Promise<Token> {
    const { shared } = this;
    let issued: IssuedToken;
    try {
      issued = await this.authenticateOrRepeat(signal);
    } catch (error) {
      if (error instanceof PlatformError && error.isTemporary) {
        shared.failingUntilMs = clock.now() + LOGIN_FAILING_MS;
      }
      throw error;
    }
    shared.hasLoggedIn = true;
    shared.failingUntilMs = 0;
    const lifetimeMs = Math.min(issued.lifetimeMs ?? Infinity, MAX_AGE_MS);
    return (shared.token = {
      value: issued.token,
      issuedAtMs: clock.now(),
      renewAtMs: Date.now() + lifetimeMs - Math.min(RENEW_BEFORE_END_MS, lifetimeMs / 10),
      hasWorked: false,
    });
  }

  private async authenticateOrRepeat(signal: AbortSignal): Promise<IssuedToken> {
    const isFailing = clock.now() < this.shared.failingUntilMs;
    const tryOrRepeat = async () => {
      const sending = new Sending('read', isFailing ? { attempts: 1 } : {});
      return await withRetries(sending, signal, () => authenticate(this.access, sending, signal));
    };
    try {
      return await tryOrRepeat();
    } catch (error) {
      const isLoginRejected = error instanceof PlatformError && error.code === 'LOGIN_FAILED';
      if (!isLoginRejected || !this.shared.hasLoggedIn) throw error;
      // Once only: a login that is now wrong may be locked if it is tried too often.
      await pause(AFTER_REJECTED_LOGIN_MS, signal);
      return await tryOrRepeat();
    }
  }
}

/**
 * Returns the next token for a caller that keeps one, such as n8n's HTTP Request node; undefined if the kept one still works, so
 * that its request failed for another reason. n8n repeats a failed request, even a start, whenever it gets a token.
 */
export async function successorOf(
  heldToken: string,
  session: Session,
  access: PlatformAccess,
  graphqlUrl: URL,
): Promise<string | undefined> {
  if (heldToken !== '') {
    if (!(await isTokenRejected(heldToken, access, graphqlUrl))) return undefined;
    session.discard(heldToken);
  }
  return await session.token();
}

async function isTokenRejected(token: string, access: PlatformAccess, url: URL): Promise<boolean> {
  const response = await exchangeText({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ __typename }' }),
    tls: access.tls,
  });
  return sessionEnd(response) !== undefined;
}
