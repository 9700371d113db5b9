import { setTimeout as sleep } from 'node:timers/promises';
import { getOperationAST, parse, print, visit, type FieldNode } from 'graphql';
import { Agent } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox';
import { SECRET } from '../operations/onSandbox';
import type { ChaosAnswer, ChaosRequest } from './requests';

/** Which generation of deployed platforms is played. */
type Generation = 'middle' | 'recent';

export interface WorldOptions {
  generation: Generation;
  /** Random numbers of this world's own. */
  random: () => number;
  /** By how much the records' clock differs from this machine's, in milliseconds. */
  recordsSkewMs: number;
  /** The same for the header Date of the answers. */
  headerSkewMs: number;
  /** Pages come as if `skip` had not been given. */
  ignoresSkip: boolean;
  /** Folders that list themselves or each other without an end. */
  listing: 'plain' | 'cyclic' | 'self';
  /** Where the catalog answers. */
  catalogAddress: 'technology' | 'gateway';
}

/** Something that the platform did. */
export interface Effect {
  /** Root field or call, as `runJob` or `upload`. */
  kind: string;
  /** Every text in what asked for it: identifiers and names among them. */
  targets: readonly string[];
  /** What asked for it, in one form. */
  text: string;
  /** Of what it made or changed. */
  id?: string;
  byNode: boolean;
  author?: string | null;
}

export type OtherStart = 'cron' | 'pipeline' | 'otherUser' | 'sameUser';

const LOGIN = 'chaos@example.com';
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const HOP_HEADERS = /^(?:host|connection|keep-alive|transfer-encoding|content-length|expect|date)$/;

/** The sandbox of one sequence, and what has been done to it. */
export class World {
  readonly login = LOGIN;
  readonly effects: Effect[] = [];
  private readonly agent = new Agent();
  /** The tokens that this world has issued, each with the sandbox's own. */
  private readonly tokens = new Map<string, string>();
  /** Runs that are not shown yet, with the time from when they are. */
  private readonly hidden = new Map<string, number>();
  private hideNextRunMs: number | undefined;
  private readonly pending = new Set<Promise<unknown>>();

  private constructor(
    readonly options: WorldOptions,
    readonly sandbox: Sandbox,
    private readonly basePath: string,
    /** Each has a marker at both ends that survives every way of writing a text, base64 apart. */
    readonly secrets: Map<string, string>,
  ) {}

  static async open(options: WorldOptions, basePath: string): Promise<World> {
    const { generation, catalogAddress, recordsSkewMs, random } = options;
    const secrets = new Map([[SECRET, 'a password']]);
    const sandbox = await startSandbox({
      generation,
      catalogAddress,
      basePath,
      clock: () => Date.now() + recordsSkewMs,
      tokenKind: 'opaque',
      login: LOGIN,
      password: secret(secrets, random, 'password', `"\\ <b>&'é ü%2B+/`),
      uploadToken: secret(secrets, random, 'upload token', '_-'),
      clusterToken: secret(secrets, random, 'token of the cluster', '._-'),
    });
    return new World(options, sandbox, basePath, secrets);
  }

  /** Answers a request as a platform does with which nothing is wrong, and does what it asks for. */
  async answer(request: ChaosRequest): Promise<ChaosAnswer> {
    const answer = await this.kept(this.forward(request));
    if (answer.status < 300) this.note(request, answer);
    const { route, path } = request;
    if (route === 'login' && answer.status === 200) return { ...answer, body: this.issue(answer) };
    if (route === 'listing') return withLoops(answer, path, this.options.listing);
    return this.withoutHidden(answer);
  }

  revoke(request: ChaosRequest): void {
    this.tokens.delete(bearerOf(request));
  }

  effectsOn(kinds: readonly string[], target: string): Effect[] {
    return this.effects.filter(
      ({ kind, targets }) => kinds.includes(kind) && (target === '' || targets.includes(target)),
    );
  }

  /** Starts a run of what a request is about, for somebody else. */
  startForOther(by: OtherStart, { text }: ChaosRequest): void {
    const { store } = this.sandbox;
    const author = by === 'cron' ? null : by === 'otherUser' ? 'somebody@example.com' : LOGIN;
    const isScheduled = by === 'cron';
    for (const id of new Set(text.match(UUID))) {
      const isJob = store.job(id) !== undefined;
      const cause = isScheduled ? 'SCHEDULED' : 'MANUAL';
      const started = isJob
        ? store.startRun(id, { author, cause: by === 'pipeline' ? 'PIPELINE' : cause })
        : store.pipelines.start(id, { author, cause });
      if (!started) continue;
      const kind = isJob ? 'runJob' : 'runPipeline';
      this.effects.push({ kind, targets: [id], text: id, id: started.id, byNode: false, author });
      return;
    }
  }

  /** A run that is started next is shown so much later. */
  hideNextRun(byMs: number): void {
    this.hideNextRunMs = byMs;
  }

  run(id: string) {
    const { store } = this.sandbox;
    return store.run(id) ?? store.pipelines.run(id);
  }

  later(delayMs: number, work: () => Promise<unknown>): void {
    void this.kept(sleep(delayMs).then(work));
  }

  /** Waits until everything that is under way or late has happened. */
  async settle(): Promise<void> {
    while (this.pending.size > 0) await Promise.allSettled(this.pending);
  }

  async close(): Promise<void> {
    await this.settle();
    await this.agent.destroy();
    await this.sandbox.close();
  }

  private async kept<T>(work: Promise<T>): Promise<T> {
    this.pending.add(work);
    return await work.finally(() => this.pending.delete(work));
  }

  private async forward(request: ChaosRequest): Promise<ChaosAnswer> {
    const { method, path, body } = request;
    const isLocal = path.startsWith('/configuration/');
    const headers = withoutHops(request.headers);
    const token = this.tokens.get(bearerOf(request));
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const answered = await this.agent.request({
      origin: isLocal
        ? this.sandbox.uploadCredentials.localAddress
        : new URL(this.sandbox.baseUrl).origin,
      path: isLocal ? path : `${this.basePath}${path}`,
      method: method as 'GET',
      headers,
      body: body.length > 0 ? this.asSent(request) : undefined,
    });
    const bytes = Buffer.from(await answered.body.arrayBuffer());
    return { status: answered.statusCode, headers: withoutHops(answered.headers), body: bytes };
  }

  private asSent({ body, route }: ChaosRequest): Buffer {
    if (!this.options.ignoresSkip || !['query', 'look'].includes(route)) return body;
    return Buffer.from(body.toString().replace(/\bskip: ?\d+/g, 'skip: 0'));
  }

  /** @returns a token of this world's own in the place of the sandbox's */
  private issue({ body }: ChaosAnswer): string {
    const what = `token ${this.tokens.size}`;
    const token = secret(this.secrets, this.options.random, what, '.e30-_.');
    this.tokens.set(token, body.toString());
    return token;
  }

  /** Writes down what a request has done. */
  private note({ route, path, text }: ChaosRequest, { body }: ChaosAnswer): void {
    if (route === 'upload' || route === 'delete') {
      const file = decodeURIComponent(path.replace(/^\/conf\/(?:upload\/)?demo\/1/, ''));
      this.effects.push({ kind: route, targets: [file], text: file, byNode: true });
    }
    if (route !== 'mutation') return;
    const { data } = JSON.parse(body.toString()) as { data?: Record<string, unknown> | null };
    for (const field of rootFields(text)) {
      const value = data?.[field.key];
      if (!isDone(value)) continue;
      const id = typeof value === 'string' ? value : (value as { id?: string }).id;
      this.effects.push({ ...field, id, byNode: true });
      const isStart = /^run(?:Job|Pip)/.test(field.kind);
      if (!isStart || id === undefined || this.hideNextRunMs === undefined) continue;
      this.hidden.set(id, Date.now() + this.hideNextRunMs);
      this.hideNextRunMs = undefined;
    }
  }

  private withoutHidden(answer: ChaosAnswer): ChaosAnswer {
    if (this.hidden.size === 0) return answer;
    const text = answer.body.toString();
    const ids = [...this.hidden].filter(([id, ms]) => ms > Date.now() && text.includes(id));
    if (ids.length === 0 || /"run(?:Job|Pipeline)"/.test(text)) return answer;
    const isHidden = (value: unknown) => ids.some(([id]) => (value as { id?: unknown })?.id === id);
    const without = (_key: string, value: unknown): unknown =>
      Array.isArray(value) ? value.filter((one) => !isHidden(one)) : isHidden(value) ? null : value;
    return { ...answer, body: JSON.stringify(JSON.parse(text, without)) };
  }
}

interface RootField extends Pick<Effect, 'kind' | 'targets' | 'text'> {
  /** Its name in the answer. */
  key: string;
}

function rootFields(text: string): RootField[] {
  const { query, variables, operationName } = JSON.parse(text) as Record<string, string>;
  const operation = getOperationAST(parse(query ?? ''), operationName);
  const given = JSON.stringify(variables ?? '');
  return (operation?.selectionSet.selections ?? []).map((selection) => {
    const field = selection as FieldNode;
    const targets = stringsIn(typeof variables === 'string' ? JSON.parse(variables) : variables);
    visit(field, { StringValue: ({ value }) => void targets.push(value) });
    const kind = field.name.value;
    return { kind, key: field.alias?.value ?? kind, targets, text: `${print(field)} ${given}` };
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Whether a root field's value tells that it was done. */
function isDone(value: unknown): boolean {
  if (!Array.isArray(value)) return value !== undefined && value !== null && value !== false;
  return value.some((one: { success?: boolean }) => one.success !== false);
}

function bearerOf({ headers }: ChaosRequest): string {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

function withoutHops(headers: ChaosRequest['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !HOP_HEADERS.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** The listing of a folder that lists itself, or others that list each other. */
function withLoops(answer: ChaosAnswer, path: string, kind: WorldOptions['listing']): ChaosAnswer {
  if (kind === 'plain') return answer;
  const names = kind === 'self' ? ['loop'] : ['left', 'right'];
  const asked = new URLSearchParams(path.slice(path.indexOf('?'))).get('path') ?? '/';
  const folder = asked.endsWith('/') ? asked : `${asked}/`;
  const listed = answer.status === 200 ? (JSON.parse(answer.body.toString()) as object[]) : [];
  const loops = names.map((name) => ({ name, path: `${folder}${name}`, type: 'directory' }));
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify([...listed, ...loops]) };
}

function secret(
  secrets: Map<string, string>,
  random: () => number,
  what: string,
  middle: string,
): string {
  const part = () =>
    Math.floor(random() * 2 ** 31)
      .toString(36)
      .padStart(6, 'x');
  const value = `Zk${part()}${part()}Q${middle}Wj${part()}${part()}V`;
  secrets.set(value, what);
  return value;
}
