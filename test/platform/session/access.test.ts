import { InvalidInputError } from '../../../platform/common/errors/errors';
import { buildAddress, readBaseUrl, readPlatformAccess } from '../../../platform/session/access';
import { failureOf } from '../../support/failureOf';
import { credentialFor } from '../../support/rawServer';

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
    ['projects/api', ''],
    ['projects/api/platform/1/graphql?query={a}', '1'],
    ['projects/platform/7', '7'],
    ['projects/platform/7/project/p/job/j/instances/r?tab=log#end', '7'],
    ['technology/api/graphql', ''],
    ['gateway/api/graphql/', ''],
    ['authentication/api/open/authenticate', ''],
    ['settings/api/v1/settings/platforms/datalakeUrls', ''],
    ['conf/upload/demo/1/a.txt', ''],
  ])(
    'the error says what to use instead of the address of a module or page: %s',
    async (...given) => {
      const [own, id] = given;
      const bases = [
        'https://example.com',
        'https://example.com:8443/api/projects/gateway',
        'http://[::1]/x',
      ];
      for (const base of bases) {
        const shown = own.replace(/[?#].*|\/$/, '');
        expect(await failureOf(() => readBaseUrl(` ${base}/${own} `))).toMatchObject({
          message: `The Base URL has a path that is not needed: "/${shown}"`,
          hint: `Enter only the address of the platform: ${base}${id && `, and ${id} in "Platform ID"`}.`,
        });
      }
    },
  );

  test.each([
    'robot:hunter2@example.com',
    'robot:hun@ter2@example.com',
    'robot:hunter2@',
    'robot:hunter2\n@example.com',
    '//robot:hunter2@example.com',
    'http:/robot:hunter2@example.com',
    'https://robot:hunter2@exa mple.com',
    'robot:hunter2%40x@example.com',
    'https://me:hun?ter2@example.com',
    'https://me:hunter2@example.com/projects/platform/7',
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
    ['realmHeader', 'Bad Header', 'The Realm Header "Bad Header" is not a valid header name'],
  ])('refuse %s "%s"', (field, value, message) => {
    expect(() => readPlatformAccess({ ...credential, [field]: value })).toThrow(message);
  });
});

test('an address keeps the path of the base URL and encodes each segment', () => {
  const url = buildAddress({ baseUrl: 'https://example.com/tenant-a' }, 'projects', 'a/b ?#', 'x');
  expect(url.href).toBe('https://example.com/tenant-a/projects/a%2Fb%20%3F%23/x');
});
