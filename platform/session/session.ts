import { createHash } from 'node:crypto';
import type { PlatformAccess } from './access';
import { CancelledError, PlatformError, type Effect } from '../common/errors/errors';
import { exchangeText } from '../http/exchange';
import { withRetries } from '../http/retry';
import { Cache } from '../common/time/cache';
import { SharedWork } from '../common/time/cancel';
import { clock } from '../common/time/clock';
import { authenticate, listLoginSecrets } from './authenticate';
import { readSessionEnd } from './sessionEnd';

/** A token is renewed this long before it expires, or after nine tenths of its lifetime if that is later. */
const RENEW_BEFORE_END_MS = 30_000;
/** A token counts as expired after this time, even if its lifetime is longer or unknown. */
const MAX_TOKEN_AGE_MS = 12 * 60 * 60_000;
/** Minimum time between two renewals after responses that do not prove the end of the session. */
const DOUBTFUL_RENEWAL_INTERVAL_MS = 60_000;

interface Token {
  value: string;
  renewAtMs: number;
}

/** All clients of a login in this process share this state. It does not contain the password. */
class SharedLogin {
  token: Token | undefined;
  pending: SharedWork<Token> | undefined;
  /** The time of the last renewal in doubt (see `renewInDoubt`), for each effect that the request may have had. */
  readonly doubtedAtMs = new Map<Effect, number>();
}

const logins = new Cache<string, SharedLogin>({ size: 100 });

export function getSession(access: PlatformAccess): Session {
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  return new Session(
    access,
    key,
    logins.getOrSet(key, () => new SharedLogin()),
  );
}

export class Session {
  constructor(
    private readonly access: PlatformAccess,
    /** Identifies the login without showing it. */
    readonly key: string,
    /** The same object for all sessions of a login. */
    readonly shared = new SharedLogin(),
  ) {}

  get login(): string {
    return this.access.login;
  }

  get secrets(): string[] {
    return listLoginSecrets(this.access);
  }

  /** Returns the token. If there is none, logs in, once for all callers that wait. */
  async getToken(signal?: AbortSignal): Promise<string> {
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

  /** The next request then logs in. */
  forgetToken(): void {
    this.shared.token = undefined;
  }

  /** Forgets a token that the platform refused, unless a newer one has replaced it. */
  forgetRefused(token: string): void {
    if (this.shared.token?.value === token) this.forgetToken();
  }

  /**
   * Renews the session after a response that does not prove that the session has ended.
   * @returns false if such a response to a request with the same effect has just renewed it
   */
  renewInDoubt(token: string, effect: Effect): boolean {
    const { shared } = this;
    if (shared.token?.value !== token) return true;
    if (clock.now() - (shared.doubtedAtMs.get(effect) ?? -Infinity) <= DOUBTFUL_RENEWAL_INTERVAL_MS)
      return false;
    shared.doubtedAtMs.set(effect, clock.now());
    this.forgetToken();
    return true;
  }

  /** The login is canceled when the last caller stops waiting for it. */
  private beginLogin(): SharedWork<Token> {
    const { access, shared } = this;
    const login: SharedWork<Token> = new SharedWork(async (signal) => {
      try {
        const issued = await withRetries('read', signal, (sending) =>
          authenticate(access, sending, signal),
        );
        const lifetimeMs = Math.min(issued.lifetimeMs ?? Infinity, MAX_TOKEN_AGE_MS);
        const earlyMs = Math.min(RENEW_BEFORE_END_MS, lifetimeMs / 10);
        return (shared.token = {
          value: issued.token,
          renewAtMs: Date.now() + lifetimeMs - earlyMs,
        });
      } finally {
        if (shared.pending === login) shared.pending = undefined;
      }
    });
    return (shared.pending = login);
  }
}

/**
 * Returns a new token for a caller that keeps its own, such as n8n's HTTP Request node. Returns undefined if the held token still
 * works: the request then failed for another reason, and n8n would repeat it with a new token, even if it starts a run.
 */
export async function replaceHeldToken(
  heldToken: string,
  session: Session,
  access: PlatformAccess,
  graphqlUrl: URL,
): Promise<string | undefined> {
  if (heldToken !== '') {
    if (!(await isTokenRejected(heldToken, access, graphqlUrl))) return undefined;
    session.forgetRefused(heldToken);
  }
  return await session.getToken();
}

async function isTokenRejected(token: string, access: PlatformAccess, url: URL): Promise<boolean> {
  const response = await exchangeText({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ __typename }' }),
    tls: access.tls,
  });
  return readSessionEnd(response) !== undefined;
}
