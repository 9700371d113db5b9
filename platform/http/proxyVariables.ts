import { InvalidInputError } from '../errors';
import { withoutLogin } from '../text';

/** For each kind of address, in the order in which they count. */
const VARIABLES = [
  ['http_proxy', 'HTTP_PROXY'],
  ['https_proxy', 'HTTPS_PROXY'],
] as const;

const SCHEMES = ['http:', 'https:', 'socks:', 'socks5:'];

/**
 * Whether the environment names a proxy. Where it does not, none has to be looked for at each request.
 * @throws InvalidInputError for a proxy whose address cannot be used
 */
export function isProxyNamed(): boolean {
  const named = VARIABLES.flatMap((names) => {
    const name = names.find((one) => process.env[one] !== undefined);
    const value = name && process.env[name];
    return name && value ? [{ name, value }] : [];
  });
  for (const { name, value } of named) {
    if (!URL.canParse(value) || !SCHEMES.includes(new URL(value).protocol)) {
      throw new InvalidInputError(
        `The environment variable ${name} of n8n is not the address of a proxy: "${withoutLogin(value)}"`,
        'It starts with http:// or https://, as in http://proxy.example.com:3128. Correct it, then start n8n again. Nothing was sent.',
      );
    }
  }
  return named.length > 0;
}
