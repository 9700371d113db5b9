import { InvalidInputError, PlatformError, UnexpectedResponseError } from '../errors/errors';
import { findMore } from '../http/nextPage';
import { isSuccess, type TextResponse } from '../http/response';
import { withRetries } from '../http/retry';
import { statusError } from '../http/statusErrors';
import { exchangeAuthorized } from '../session/authorized';
import type { Session } from '../session/session';
import { addressOf, type PlatformAccess } from '../access';
import { parseExactJson } from '../text/exactJson';
import { excerpt, htmlTitle, isHtml } from '../text/text';

interface SettingsCall {
  signal?: AbortSignal;
  /** Called with the fields whose numbers are text because JavaScript would change their digits. */
  onNumbersAsText?: (fields: string[]) => void;
}

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

  private async read(
    path: string[],
    { signal, onNumbersAsText }: SettingsCall = {},
  ): Promise<unknown> {
    const url = addressOf(this.access, 'settings', 'api', 'v1', 'settings', ...path);
    return await withRetries('read', signal, async (sending) => {
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
        sending,
      }).catch(explainRefusedToken);
      const secrets = [token, this.access.password];
      if (!isSuccess(response)) throw statusError(url, response, secrets);
      return readSetting(url, response, secrets, onNumbersAsText);
    });
  }
}

/**
 * Reads a setting, whose form the interface does not show: JSON of any kind, or bare text.
 * @returns the value as it came; null for an empty body
 * @throws UnexpectedResponseError for a web page, for one page of several, and for JSON that was cut
 */
function readSetting(
  url: URL,
  response: TextResponse,
  secrets: readonly string[],
  onNumbersAsText: SettingsCall['onNumbersAsText'],
): unknown {
  const text = response.text.trim();
  if (text === '') return null;
  if (isHtml(text)) {
    throw new UnexpectedResponseError(
      `${url.host} returned a web page instead of a setting: "${htmlTitle(text, secrets)}"`,
      {
        hint: 'Check the base URL in the credential. The page may come from a login page or a gateway in front of the platform.',
        status: response.status,
      },
    );
  }
  if (findMore(undefined, { earlier: 0, here: 0 }, response.headers)) {
    throw new UnexpectedResponseError(`${url.host} returned only one page of the setting`, {
      hint: 'The response header "Link" names a next page, which is not documented. Use the HTTP Request node with this credential to read all pages.',
      status: response.status,
    });
  }
  try {
    const { value, numbersAsText } = parseExactJson(text);
    if (numbersAsText.size > 0) onNumbersAsText?.([...numbersAsText.keys()]);
    return value;
  } catch {
    if (!/^[[{"]/.test(text)) return text;
    throw new UnexpectedResponseError(`The response of ${url.host} is not valid JSON`, {
      hint: `It starts with: ${excerpt(text, secrets, 200)}`,
      effect: 'unknown',
      isTemporary: true,
      status: response.status,
    });
  }
}

/** Some platforms answer 401 where they mean "not an administrator". A refused login was never followed by the request. */
function explainRefusedToken(error: unknown): never {
  const isRefused = error instanceof PlatformError && error.code === 'LOGIN_FAILED';
  if (!isRefused || error.sends === 0) throw error;
  throw new PlatformError('The platform does not return its settings to this login', {
    hint: 'Only an administrator can read the platform’s settings. Use an administrator’s login in the credential.',
    code: 'LOGIN_FAILED',
    status: 401,
  });
}

function pathSegment(platformId: string): string {
  if (platformId !== '.' && platformId !== '..') return platformId;
  throw new InvalidInputError(
    `"${platformId}" is not a valid ID of a platform`,
    'Copy the ID from the address of the platform’s pages, or leave "Platform ID" empty. Nothing was sent.',
  );
}
