import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfFiles } from './confFiles';
import { noCounters, type Counters } from './counters';
import { answerGraphql } from './graphql';
import { filesOf, resolversFor, type World } from './world';

const HOST = '127.0.0.1';
const PLATFORM_ID = '1';
const CUSTOMER = 'demo';
const REALM = 'demo';
const TOKEN = 'token-of-the-benchmark';
const UPLOAD_TOKEN = 'upload-token-of-the-benchmark';
const NAMESPACE = 'platform-common';
const FILES = `/configuration/${CUSTOMER}/${PLATFORM_ID}`;
const PROXY = `/api/v1/namespaces/${NAMESPACE}/services/platform-common-confservice:80/proxy`;

/** How a client reaches the platform. */
export interface Place {
  credentials: {
    baseUrl: string;
    platformId: string;
    realm: string;
    login: string;
    password: string;
  };
  uploadCredentials: {
    baseUrl: string;
    localAddress: string;
    customer: string;
    platformId: string;
    uploadToken: string;
    uploadFormat: string;
  };
  clusterCredentials: { apiServer: string; token: string; namespace: string };
  graphqlUrl: string;
  uploadUrl: string;
  downloadUrl: string;
  /** A token that works already, as a user would paste it. */
  token: string;
  largeFileMiB: number;
  latencyMs: number;
}

/**
 * The documented requests with as little work behind them as possible, so that what is measured is the client:
 * the sandbox checks, stores and records more than a benchmark can bear.
 */
export class LeanPlatform {
  private world: World = {};
  private latencyMs = 0;
  private resolvers = resolversFor({});
  private confFiles = new ConfFiles(new Map(), 0);
  private counters = noCounters();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500);
        response.end(String(error));
      });
    });
    this.server.keepAliveTimeout = 60_000;
    this.server.on('connection', () => this.counters.connections++);
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, HOST, resolve));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Forgets what was there. */
  arrange(world: World, latencyMs: number): void {
    this.world = world;
    this.latencyMs = latencyMs;
    this.resolvers = resolversFor(world);
    this.confFiles = new ConfFiles(filesOf(world), world.largeFileMiB ?? 0);
  }

  /** From now on counts. */
  begin(): void {
    this.counters = noCounters();
    this.resolvers.begin();
  }

  counted(): Counters {
    return { ...this.counters };
  }

  get place(): Place {
    const { port } = this.server.address() as AddressInfo;
    const baseUrl = `http://${HOST}:${port}`;
    return {
      credentials: {
        baseUrl,
        platformId: PLATFORM_ID,
        realm: REALM,
        login: 'demo',
        password: 'demo-password',
      },
      uploadCredentials: {
        baseUrl,
        localAddress: baseUrl,
        customer: CUSTOMER,
        platformId: PLATFORM_ID,
        uploadToken: UPLOAD_TOKEN,
        uploadFormat: 'multipart',
      },
      clusterCredentials: { apiServer: baseUrl, token: TOKEN, namespace: NAMESPACE },
      graphqlUrl: `${baseUrl}/projects/api/platform/${PLATFORM_ID}/graphql`,
      uploadUrl: `${baseUrl}/conf/upload/${CUSTOMER}/${PLATFORM_ID}`,
      downloadUrl: baseUrl + FILES,
      token: TOKEN,
      largeFileMiB: this.world.largeFileMiB ?? 0,
      latencyMs: this.latencyMs,
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    if (url.pathname.startsWith('/received/')) return this.tellReceived(url, response);
    this.counters.requests++;
    const route = ROUTES.find(({ prefix, method }) => {
      return request.method === method && url.pathname.startsWith(prefix);
    });
    if (!route) return void response.writeHead(404).end('There is nothing here');
    if (route.token !== undefined && request.headers.authorization !== `Bearer ${route.token}`) {
      request.resume();
      return void response.writeHead(401).end('The token is wrong');
    }
    const path = decodeURIComponent(url.pathname.slice(route.prefix.length));
    await route.answer.call(this, { request, response, url, path });
  }

  /** For the check after a measurement: not counted. */
  private tellReceived(url: URL, response: ServerResponse): void {
    const sum = this.confFiles.received.get(url.pathname.slice('/received'.length));
    response.end(String(sum));
  }

  async logIn({ request, response }: Call): Promise<void> {
    await text(request);
    await this.delay();
    if (request.headers['platform-realm'] !== REALM) return void response.writeHead(400).end();
    this.counters.logins++;
    response.end(TOKEN);
  }

  async graphql({ request, response }: Call): Promise<void> {
    const body = await text(request);
    await this.delay();
    const answer = JSON.stringify(await answerGraphql(this.resolvers, body));
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(answer),
      })
      .end(answer);
  }

  async upload({ request, response, path }: Call): Promise<void> {
    await this.confFiles.upload(path, request);
    await this.delay();
    this.counters.uploads++;
    response.writeHead(201).end('created');
  }

  async listOrSend({ response, url, path }: Call): Promise<void> {
    await this.delay();
    const folder = url.searchParams.get('path');
    if (folder === null) return await this.confFiles.send(path, response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(this.confFiles.list(folder)));
  }

  private async delay(): Promise<void> {
    if (this.latencyMs > 0) await sleep(this.latencyMs);
  }
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** What follows the route's prefix. */
  path: string;
}

interface Route {
  method: string;
  prefix: string;
  /** The token that it wants. */
  token?: string;
  answer(this: LeanPlatform, call: Call): Promise<void>;
}

const { logIn, graphql, upload, listOrSend } = LeanPlatform.prototype;

const ROUTES: Route[] = [
  { method: 'POST', prefix: '/authentication/api/open/authenticate', answer: logIn },
  {
    method: 'POST',
    prefix: `/projects/api/platform/${PLATFORM_ID}/graphql`,
    token: TOKEN,
    answer: graphql,
  },
  {
    method: 'POST',
    prefix: `/conf/upload/${CUSTOMER}/${PLATFORM_ID}`,
    token: UPLOAD_TOKEN,
    answer: upload,
  },
  { method: 'GET', prefix: FILES, answer: listOrSend },
  // A proxy of its own would be slower than any client on the same machine.
  { method: 'GET', prefix: PROXY + FILES, token: TOKEN, answer: listOrSend },
];
