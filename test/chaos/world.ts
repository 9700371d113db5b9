import { setTimeout as sleep } from 'node:timers/promises';
import { getOperationAST, parse, print, visit, type FieldNode } from 'graphql';
import { request as send } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox';
import { SECRET } from '../operations/onSandbox';
import type { ChaosAnswer, ChaosRequest } from './requests';

type Generation = 'middle' | 'recent';

export interface WorldOptions {
  generation: Generation;
  random: () => number;
  /** Difference between the platform's clock and this machine's. */
  recordsSkewMs: number;
  /** The same for the header Date. */
  headerSkewMs: number;
  catalogAddress: 'technology' | 'gateway';
}

export interface Effect {
  /** Root field or call, such as `runJob` or `upload`. */
  kind: string;
  /** All texts in the request, such as IDs and names. */
  targets: readonly string[];
  /** Printed request. Equal requests have equal texts. */
  text: string;
  /** ID of the entity that was made or changed. */
  id?: string;
  byNode: boolean;
  author?: string | null;
}

export type OtherStart = 'cron' | 'pipeline' | 'otherUser' | 'sameUser';

const LOGIN = 'chaos@example.com';
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const HOP_HEADERS = /^(?:host|connection|keep-alive|transfer-encoding|content-length|expect|date)$/;

/** The sandbox of one sequence, and all effects on it. */
export class World {
  readonly login = LOGIN;
  readonly effects: Effect[] = [];
  /** Issued tokens, each with the sandbox's token. */
  private readonly tokens = new Map<string, string>();
  private readonly pending = new Set<Promise<unknown>>();

  private constructor(
    readonly options: WorldOptions,
    readonly sandbox: Sandbox,
    readonly basePath: string,
    /** Both ends of a secret are letters and digits, so that they survive every encoding but base64. */
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

  /** Answers without a fault, and notes effects. */
  async answer(request: ChaosRequest): Promise<ChaosAnswer> {
    const answer = await this.kept(this.forward(request));
    if (answer.status < 300) this.note(request, answer);
    const isLogin = request.route === 'login' && answer.status === 200;
    return isLogin ? { ...answer, body: this.issue(answer) } : answer;
  }

  revoke(request: ChaosRequest): void {
    this.tokens.delete(readBearer(request));
  }

  effectsOn(kinds: readonly string[], target: string): Effect[] {
    return this.effects.filter(
      ({ kind, targets }) => kinds.includes(kind) && (target === '' || targets.includes(target)),
    );
  }

  /** Starts a run of the request's job or pipeline for another client. */
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

  run(id: string) {
    const { store } = this.sandbox;
    return store.run(id) ?? store.pipelines.run(id);
  }

  later(delayMs: number, work: () => Promise<unknown>): void {
    void this.kept(sleep(delayMs).then(work));
  }

  /** Waits for requests in flight and late effects. */
  async settle(): Promise<void> {
    while (this.pending.size > 0) await Promise.allSettled(this.pending);
  }

  async close(): Promise<void> {
    await this.settle();
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
    const token = this.tokens.get(readBearer(request));
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const { baseUrl, uploadCredentials } = this.sandbox;
    const answered = await send(`${isLocal ? uploadCredentials.localAddress : baseUrl}${path}`, {
      method: method as 'GET',
      headers,
      body: body || undefined,
    });
    const bytes = Buffer.from(await answered.body.arrayBuffer());
    return { status: answered.statusCode, headers: withoutHops(answered.headers), body: bytes };
  }

  /** Replaces the sandbox's token by one with marked ends. */
  private issue({ body }: ChaosAnswer): string {
    const what = `token ${this.tokens.size}`;
    const token = secret(this.secrets, this.options.random, what, '.e30-_.');
    this.tokens.set(token, body.toString());
    return token;
  }

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
    }
  }
}

interface RootField extends Pick<Effect, 'kind' | 'targets' | 'text'> {
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

/** Tells whether the value of a root field means that the change was made. */
function isDone(value: unknown): boolean {
  if (!Array.isArray(value)) return value !== undefined && value !== null && value !== false;
  return value.some((one: { success?: boolean }) => one.success !== false);
}

function readBearer({ headers }: ChaosRequest): string {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

function withoutHops(headers: ChaosRequest['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !HOP_HEADERS.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
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
