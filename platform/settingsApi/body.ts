import { UnexpectedResponseError } from '../errors/errors';
import type { TextResponse } from '../http/response';
import { replaceSecrets } from '../text/secrets';
import { excerpt, htmlTitle, isHtml } from '../text/text';

/**
 * Reads a setting, whose form the interface does not show: JSON of any kind, or bare text.
 * @returns the value as it came; null for an empty body
 * @throws UnexpectedResponseError for a web page, for a response that holds a secret, and for JSON that was cut
 */
export function readSettingBody(
  url: URL,
  response: TextResponse,
  secrets: readonly string[],
): unknown {
  const text = response.text.trim();
  if (text === '') return null;
  if (isHtml(text)) {
    throw new UnexpectedResponseError(
      `${url.host} returned a web page instead of a setting: "${htmlTitle(text, secrets)}"`,
      {
        hint: 'Check the base URL in the credential. The page may come from a login page or a gateway in front of the platform.',
        reach: 'answered',
        status: response.status,
      },
    );
  }
  if (replaceSecrets(text, secrets) !== text) {
    throw new UnexpectedResponseError(`${url.host} returned the request instead of a setting`, {
      hint: 'The response comes from a gateway in front of the platform. Check the base URL in the credential.',
      reach: 'answered',
      status: response.status,
    });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (!/^[[{"]/.test(text)) return text;
    throw new UnexpectedResponseError(`The response of ${url.host} is not valid JSON`, {
      hint: `It starts with: ${excerpt(text, secrets).slice(0, 200)}`,
      reach: 'unknown',
      transient: true,
      status: response.status,
    });
  }
}
