import { Agent, request } from 'undici';
import type { Place } from '../server/platform';

/** Sends nothing but the requests: one login, then a loop over kept connections. */
export class BareClient {
  private readonly dispatcher: Agent;
  private token = '';

  constructor(
    private readonly place: Place,
    private readonly connections: number,
  ) {
    this.dispatcher = new Agent({ connections });
  }

  async logIn(): Promise<string> {
    const { baseUrl, realm, login, password } = this.place.credentials;
    const body = await this.post(
      `${baseUrl}/authentication/api/open/authenticate`,
      { 'content-type': 'application/json', 'platform-realm': realm },
      JSON.stringify({ login, password }),
    );
    return (this.token = await body.text());
  }

  async graphql(query: string): Promise<void> {
    const body = await this.post(
      this.place.graphqlUrl,
      { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      JSON.stringify({ query }),
    );
    const { data } = (await body.json()) as { data?: object };
    if (!data) throw new Error('The answer holds no data');
  }

  async upload(path: string, length: number, file: Buffer | NodeJS.ReadableStream): Promise<void> {
    const { uploadUrl, uploadCredentials } = this.place;
    const headers = {
      authorization: `Bearer ${uploadCredentials.uploadToken}`,
      'content-type': 'application/octet-stream',
      'content-length': String(length),
    };
    await (await this.post(uploadUrl + path, headers, file as Buffer)).dump();
  }

  async download(pathAndQuery: string) {
    const { dispatcher } = this;
    return (await request(this.place.downloadUrl + pathAndQuery, { dispatcher })).body;
  }

  /** Returns the checksum of an upload. */
  async received(path: string): Promise<number> {
    const { body } = await request(`${this.place.uploadCredentials.baseUrl}/received${path}`);
    return Number(await body.text());
  }

  /** Works on each number below `amount`. */
  async loop(amount: number, work: (index: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const worker = async () => {
      while (next < amount) await work(next++);
    };
    await Promise.all(Array.from({ length: this.connections }, worker));
  }

  private async post(url: string, headers: Record<string, string>, content: string | Buffer) {
    const { dispatcher } = this;
    const answer = await request(url, { dispatcher, method: 'POST', headers, body: content });
    if (answer.statusCode > 299) throw new Error(`HTTP ${answer.statusCode}`);
    return answer.body;
  }
}
