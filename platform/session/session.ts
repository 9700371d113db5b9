import { createHash } from 'node:crypto';
import type { PlatformAccess } from './access';
import { CancelledError, PlatformError, type Effect } from '../common/errors/errors';
import { exchangeText } from '../http/exchange';
import { withRetries } from '../http/retry';
import { Cache } from '../common/time/cache';
import { SharedWork } from '../common/time/cancel';
import { clock } from '../common/time/clock';
import { authenticate, loginSecrets } from './authenticate';
import { sessionEnd } from './sessionEnd';

/** A token is renewed this long before it ends, or at a tenth of its lifetime if that is shorter. */
const RENEW_BEFORE_END_MS = 30_000;
/** A token is renewed after this time even if nothing says that it ends. */
const MAX_AGE_MS = 12 * 60 * 60_000;
/** A session is renewed once in this time, at most, because of responses that do not prove its end. */
const DOUBT_MS = 60_000;

interface Token {
  value: string;
  renewAtMs: number;
}

/** State of one login that all its clients in this process share. It does not contain the password. */
class SharedLogin {
  token: Token | undefined;
  pending: SharedWork<Token> | undefined;
  /** When it was last renewed because of such a response: one that proves that nothing was done, or another. */
  readonly doubtedAtMs = new Map<Effect, number>();
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

  /** Renews the session after a response that may mean its end. @returns false if that was tried a moment ago */
  renewInDoubt(token: string, effect: Effect): boolean {
    const { shared } = this;
    if (shared.token?.value !== token) return true;
    if (clock.now() - (shared.doubtedAtMs.get(effect) ?? -Infinity) <= DOUBT_MS) return false;
    shared.doubtedAtMs.set(effect, clock.now());
    this.renew();
    return true;
  }

  /** Ends with the last of those who wait for it. */
  private beginLogin(): SharedWork<Token> {
    const { access, shared } = this;
    const login: SharedWork<Token> = new SharedWork(async (signal) => {
      try {
        const issued = await withRetries('read', signal, (sending) =>
          authenticate(access, sending, signal),
        );
        const lifetimeMs = Math.min(issued.lifetimeMs ?? Infinity, MAX_AGE_MS);
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
