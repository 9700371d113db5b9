import { AuthenticationError, HttpStatusError, InvalidInputError } from '../errors/errors';
import { isSuccess, type TextResponse } from '../http/response';
import { withRetries } from '../http/retry';
import { statusError } from '../http/statusErrors';
import { exchangeAuthorized } from '../session/authorized';
import type { Session } from '../session/session';
import { addressOf, type PlatformAccess } from '../access';
import { readSettingBody } from './body';

interface SettingsCall {
  signal?: AbortSignal;
}

const ADMINISTRATOR_HINT =
  'Only an administrator can read the platform’s settings. Use an administrator’s login in the credential.';

/** The platform's settings, which can only be read (interface, section 4.5). What they look like is not shown. */
export class SettingsApi {
  constructor(
    private readonly access: PlatformAccess,
    private readonly session: Session,
  ) {}

  /** The platform that is meant where none is named. */
  get platformId(): string {
    return this.access.platformId;
  }

  /** The GPU support setting of a platform, as it came. */
  async gpu(platformId: string, call?: SettingsCall): Promise<unknown> {
    return await this.read(['platform', pathSegment(platformId), 'gpu'], call);
  }

  /** The data lake URL settings, as they came. */
  async dataLakeUrls(call?: SettingsCall): Promise<unknown> {
    return await this.read(['platforms', 'datalakeUrls'], call);
  }

  private async read(path: string[], { signal }: SettingsCall = {}): Promise<unknown> {
    const url = addressOf(this.access, 'settings', 'api', 'v1', 'settings', ...path);
    return await withRetries('repeatable', signal, async () => {
      const { response, token } = await exchangeAuthorized(this.session, {
        method: 'GET',
        url,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          [this.access.realmHeader.toLowerCase()]: this.access.realm,
        },
        tls: this.access.tls,
        signal,
      }).catch(explainRefusedToken);
      const secrets = [token, this.access.password];
      if (!isSuccess(response)) throw settingsRefusal(url, response, secrets);
      return readSettingBody(url, response, secrets);
    });
  }
}

function settingsRefusal(url: URL, response: TextResponse, secrets: readonly string[]) {
  const error = statusError(url, response, secrets);
  if (response.status !== 403 || error.page) return error;
  return new HttpStatusError(error.message, {
    hint: ADMINISTRATOR_HINT,
    reach: 'answered',
    status: 403,
  });
}

/** Some platforms answer 401 where they mean "not an administrator". */
function explainRefusedToken(error: unknown): never {
  if (!(error instanceof AuthenticationError) || error.status !== 401 || isLogin(error))
    throw error;
  throw new AuthenticationError('The platform does not return its settings to this login', {
    hint: ADMINISTRATOR_HINT,
    reach: 'answered',
    status: 401,
  });
}

/** A login that was refused was never followed by the request. */
function isLogin(error: AuthenticationError): boolean {
  return error.reach === 'never';
}

function pathSegment(platformId: string): string {
  if (platformId !== '.' && platformId !== '..') return platformId;
  throw new InvalidInputError(
    `"${platformId}" is not a valid ID of a platform`,
    'Copy the ID from the address of the platform’s pages, or leave "Platform ID" empty. Nothing was sent.',
  );
}
