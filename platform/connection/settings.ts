import { UnexpectedResponseError } from '../common/errors/errors';
import { exchangeText } from '../http/exchange';
import { isSuccess, type TextResponse } from '../http/response';
import { findSignOfMorePages } from '../http/morePages';
import { withRetries } from '../http/retry';
import { statusError, webPageError } from '../http/failures';
import { sendAuthorized } from '../session/authorized';
import { explainRefusal } from '../session/refusal';
import type { Session } from '../session/session';
import { buildAddress, type PlatformAccess } from '../session/access';
import { parseExactJson } from '../common/text/exactJson';
import { replaceSecrets } from '../common/text/secrets';
import { excerpt } from '../common/text/text';

interface SettingsCall {
  signal?: AbortSignal;
  /** Called with the fields whose numbers became text because JavaScript would change their digits. */
  onNumbersAsText?: (fields: string[]) => void;
}

/** Reads the platform's settings (interface, section 4.5). The interface does not define their format. */
export class Settings {
  constructor(
    private readonly access: PlatformAccess,
    private readonly session: Session,
  ) {}

  get platformId(): string {
    return this.access.platformId;
  }

  async readGpu(platformId: string, call?: SettingsCall): Promise<unknown> {
    return await this.readSetting(['platform', platformId, 'gpu'], call);
  }

  async readDataLakeUrls(call?: SettingsCall): Promise<unknown> {
    return await this.readSetting(['platforms', 'datalakeUrls'], call);
  }

  private async readSetting(path: string[], { signal, onNumbersAsText }: SettingsCall = {}) {
    const { access, session } = this;
    const url = buildAddress(access, 'settings', 'api', 'v1', 'settings', ...path);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      [access.realmHeader.toLowerCase()]: access.realm,
    };
    return await withRetries('read', signal, async (sending) => {
      const request = { method: 'GET' as const, url, headers, tls: access.tls, signal, sending };
      const { response, token } = await sendAuthorized(session, request, exchangeText);
      const secrets = [token, access.password] as const;
      if (!isSuccess(response)) {
        const error = statusError(url, response, secrets);
        explainRefusal(error, session.login, () => 'the login of an administrator of the platform');
        throw error;
      }
      const { value, numbersAsText } = parseSetting(url, response, secrets);
      const entries = Array.isArray(value) ? value.length : Infinity;
      const more = findSignOfMorePages(undefined, entries, response.headers);
      if (more !== undefined) throw incompleteListError(url, more);
      if (numbersAsText.size > 0) onNumbersAsText?.([...numbersAsText.keys()]);
      return value;
    });
  }
}

function incompleteListError(url: URL, header: string): UnexpectedResponseError {
  return new UnexpectedResponseError('The list of settings is incomplete', {
    hint: `Read all pages of ${url.href} with an HTTP Request node that uses this credential. The response header "${header}" reports more settings.`,
  });
}

/**
 * Parses JSON or plain text. For an empty body, the value is null. Plain text may come from a gateway that quotes the request in its
 * response, so the token is hidden in it.
 * @throws UnexpectedResponseError if the body is a web page, or JSON that was cut
 */
function parseSetting(
  url: URL,
  response: TextResponse,
  secrets: readonly [token: string, password: string],
) {
  const text = response.text.trim();
  const page = webPageError(url, response, secrets, 'a setting');
  if (page) throw page;
  try {
    return parseExactJson(text || 'null');
  } catch {
    if (!/^[[{"]/.test(text)) {
      const value = replaceSecrets(text, [secrets[0]]);
      return { value, numbersAsText: new Map<string, number>() };
    }
    throw new UnexpectedResponseError(`The response of ${url.host} is not valid JSON`, {
      hint: `It starts with: ${excerpt(text, secrets, 200)}`,
      isTemporary: true,
      status: response.status,
    });
  }
}
