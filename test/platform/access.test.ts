import { InvalidInputError } from '../../platform/errors/errors';
import { addressOf, readBaseUrl, readPlatformAccess } from '../../platform/access';
import { failureOf } from '../support/failureOf';
import { credentialFor } from '../support/rawServer';

const credential = credentialFor('https://platform.example.com');

describe('base URL', () => {
  test.each([
    ['plain', 'https://platform.example.com', 'https://platform.example.com'],
    ['slash at the end', 'https://platform.example.com/', 'https://platform.example.com'],
    ['several slashes', ' https://platform.example.com// ', 'https://platform.example.com'],
    ['port', 'http://10.0.0.1:8443/', 'http://10.0.0.1:8443'],
    ['path of a tenant', 'https://example.com/tenant-a/', 'https://example.com/tenant-a'],
    ['prefix conf', 'https://example.com/conf/dp/', 'https://example.com/conf/dp'],
    ['prefix gateway/api', 'https://a.com/gateway/api/dp', 'https://a.com/gateway/api/dp'],
    ['prefix projects', 'https://example.com/projects/dp', 'https://example.com/projects/dp'],
  ])('%s', (_name, given, expected) => {
    expect(readBaseUrl(given)).toBe(expected);
  });

  test.each([
    ['empty', '  ', 'The Base URL is empty'],
    ['no scheme', 'platform.example.com', 'is not a valid URL'],
    ['another scheme', 'ftp://platform.example.com', 'is not a valid URL'],
    ['query', 'https://platform.example.com/?a=1', '"?" or "#"'],
    ['login', 'https://me:hunter2@example.com', 'contains a login'],
  ])('refuses: %s', async (_name, given, message) => {
    const error = await failureOf(() => readBaseUrl(given));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error.message).toContain(message);
  });

  test.each([
    'projects/api',
    'projects/api/platform/1/graphql',
    'projects/platform/1/project/7/jobs',
    'technology/api/graphql',
    'gateway/api/graphql/',
    'authentication/api/open/authenticate',
    'settings/api/v1/settings/platforms/datalakeUrls',
    'conf/upload/demo/1/a.txt',
  ])('the error says what to use instead of the address of a module or page: %s', async (own) => {
    for (const prefix of ['https://example.com', 'https://example.com/api/projects/gateway']) {
      expect(await failureOf(() => readBaseUrl(`${prefix}/${own}`))).toMatchObject({
        message: `The Base URL has a path that is not needed: "/${own.replace(/\/$/, '')}"`,
        hint: `Enter only the address of the platform: ${prefix}.`,
      });
    }
  });

  test.each([
    'robot:hunter2@example.com',
    'robot:hun@ter2@example.com',
    'robot:hunter2@',
    'robot:hunter2\n@example.com',
    '//robot:hunter2@example.com',
    'http:/robot:hunter2@example.com',
    'https://robot:hunter2@exa mple.com',
    'robot:hunter2%40x@example.com',
    'https://me:hunter2@example.com',
    'ftp://me:hunter2@example.com',
  ])('shows no password of %j', async (given) => {
    for (const field of ['Base URL', 'Local Address']) {
      const error = await failureOf(() => readBaseUrl(given, field));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(`${error.message} ${error.hint}`).not.toMatch(/hun|ter2/);
    }
  });
});

describe('the address of a page as the base URL', () => {
  const placeOf = (baseUrl: string, platformId = '') => {
    const access = readPlatformAccess({ ...credential, baseUrl, platformId });
    return [access.baseUrl, access.platformId, access.isOfPage];
  };

  test.each([
    'https://example.com',
    'https://example.com:8443/api/projects/gateway',
    'http://[::1]/x',
  ])('below %s holds what is before it, and the platform ID', (base) => {
    const pages = [
      'projects/platform/7',
      'projects/platform/7/',
      'projects/platform/7/project/p/job/j/instances/r?tab=log#end',
      'projects/platform/7/project/p/app/a#',
      'projects/api/platform/7/graphiql',
      'projects/api/platform/7/graphql?query={a}',
    ];
    for (const page of pages) {
      expect(placeOf(` ${base}/${page} `)).toEqual([base, '7', true]);
      expect(placeOf(`${base}/${page}`, ' 7 ')).toEqual([base, '7', true]);
      // n8n fills in its default where the field was left empty.
      expect(placeOf(`${base}/${page}`, ' 1 ')).toEqual([base, '7', true]);
      expect(() => placeOf(`${base}/${page}`, '2')).toThrow(
        'The Base URL is that of the platform 7, but the Platform ID is 2',
      );
    }
    for (const page of ['projects/platform', 'gateway/api/graphiql', 'settings/api/v1']) {
      for (const id of ['1', '3']) expect(placeOf(`${base}/${page}`, id)).toEqual([base, id, true]);
      expect(() => placeOf(`${base}/${page}`)).toThrow('The Platform ID is empty');
    }
    expect(placeOf(`${base}/`, '3')).toEqual([base, '3', false]);
    expect(() => placeOf(base)).toThrow('The Platform ID is empty');
  });

  test('with a login in it is refused', () => {
    const address = 'https://me:hunter2@example.com/projects/platform/7';
    expect(() => placeOf(address)).toThrow('contains a login');
  });
});

describe('settings', () => {
  const TLS = { caCertificate: 'x', allowUnauthorizedCerts: true };

  test.each([
    ['fill in the realm header', {}, { realmHeader: 'Platform-Realm' }],
    ['keep one of their own', { realmHeader: 'Acme-Realm' }, { realmHeader: 'Acme-Realm' }],
    ['include certificates', TLS, { tls: TLS }],
    ['keep a password to the letter', { password: ' a b ' }, { password: ' a b ' }],
  ])('%s', (_what, given, expected) => {
    expect(readPlatformAccess({ ...credential, ...given })).toMatchObject(expected);
  });

  test.each([
    ['platformId', '', 'The Platform ID is empty'],
    ['realm', '', 'The Realm is empty'],
    ['realm', 'a\nb', 'characters that are not allowed in a header'],
    ['login', ' ', 'The Login is empty'],
    ['password', '', 'The password is empty'],
    ['realmHeader', 'Bad Header', 'is not a valid header name'],
  ])('refuse %s "%s"', (field, value, message) => {
    expect(() => readPlatformAccess({ ...credential, [field]: value })).toThrow(message);
  });
});

test('an address keeps the path of the base URL and encodes each segment', () => {
  const url = addressOf({ baseUrl: 'https://example.com/tenant-a' }, 'projects', 'a/b ?#', 'x');
  expect(url.href).toBe('https://example.com/tenant-a/projects/a%2Fb%20%3F%23/x');
});
