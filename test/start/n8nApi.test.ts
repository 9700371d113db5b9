import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { N8nApi } from '../../start/localN8n/n8nApi';

test('a redirect is refused: the login of the owner goes to the given address only', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(307, { Location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const refused = `${baseUrl} redirects to another address. Use the final address of n8n.`;
    await expect(new N8nApi(baseUrl).request('POST', '/login', {})).rejects.toThrow(refused);
    expect(seen).toEqual(['/rest/login']);
  } finally {
    server.close();
  }
});
