import { readConfFileAccess } from '../../../platform/confFiles/access';

const readAll = (fields: { customer?: string; platformId?: string; localAddress?: string }) =>
  readConfFileAccess({
    baseUrl: 'https://platform.example.com',
    customer: 'demo',
    platformId: '1',
    uploadToken: 'a-token',
    localAddress: '',
    uploadFormat: 'multipart',
    ...fields,
  });
const read = (localAddress: string) => readAll({ localAddress }).readRoute?.address;

test.each([
  'http://localhost:8080',
  'http://127.0.0.1:8001/api/v1/namespaces/platform-common/services/platform-common-confservice:80/proxy',
  'https://manager.example.com/k8s/clusters/c-m-abcd',
  'https://inside.example.com/projects/conf',
])('the local address may have a path: %s', (address) => {
  expect(read(address)).toBe(address);
  expect(read(`${address}/`)).toBe(address);
});

test.each(['/configuration', '/configuration/demo/1', '/configuration/demo/1/'])(
  'what the client adds itself, as %s, is removed from its end',
  (end) => {
    expect(read(`http://localhost:8080/inside${end}`)).toBe('http://localhost:8080/inside');
  },
);

test.each([
  ['localhost:8080', 'is not a valid URL'],
  ['http://localhost:8080/configuration/demo/1?path=/', '"?" or "#"'],
  ['http://me:hunter2@localhost:8080', 'contains a login'],
])('%s is refused', (address, message) => {
  expect(() => read(address)).toThrow(message);
});

test.each(['..', '.', 'demo/1', 'a\nb'])(
  'a customer or a platform ID that would change the address, as %j, is refused',
  (name) => {
    expect(() => readAll({ customer: name })).toThrow('The Customer is not valid in a URL');
    expect(() => readAll({ platformId: name })).toThrow('The Platform ID is not valid in a URL');
  },
);
