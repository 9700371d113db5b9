import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sendJson, startRawServer, type Behaviour, type RawServer } from './rawServer';

interface PullRequest {
  head: string;
  mergeCommit: string | null;
}

/** A server with one Git repository, its archives, pull requests and comments. */
export class GitHost {
  private readonly pullRequests = new Map<number, PullRequest>();
  private readonly comments = new Map<number, string[]>();
  /** Number of requests for a pull request. */
  pullRequestReads = 0;
  private server?: RawServer;

  private constructor(private readonly folder: string) {}

  /** @param files folder with the first commit */
  static async start(files: string): Promise<GitHost> {
    const host = new GitHost(mkdtempSync(path.join(tmpdir(), 'git-host-')));
    host.git('init', '--quiet', '--initial-branch=main');
    cpSync(files, host.folder, { recursive: true });
    host.commit('First files');
    host.server = await startRawServer(host.respond);
    return host;
  }

  get repository(): string {
    return `${this.server?.baseUrl}/shop`;
  }

  get api(): string {
    return `${this.repository}/api`;
  }

  archiveAddress(): string {
    return `${this.repository}/archive/main.zip`;
  }

  open(number: number, files: Readonly<Record<string, string>>): void {
    this.git('checkout', '--quiet', '-B', `change-${number}`, 'main');
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path.join(this.folder, name), text);
    }
    this.pullRequests.set(number, { head: this.commit(`Change ${number}`), mergeCommit: null });
    this.git('checkout', '--quiet', 'main');
  }

  merge(number: number): void {
    const pullRequest = this.pullRequests.get(number);
    if (!pullRequest) throw new Error(`There is no pull request ${number}`);
    this.git('merge', '--quiet', '--no-ff', '-m', `Merge ${number}`, `change-${number}`);
    pullRequest.mergeCommit = this.git('rev-parse', 'HEAD');
  }

  listComments(number: number): string[] {
    return this.comments.get(number) ?? [];
  }

  /** Creates a ZIP archive. As in Git services, all its files are in one folder. */
  archive(commit = 'main'): Buffer {
    const prefix = `--prefix=shop-${this.git('rev-parse', commit)}/`;
    return execFileSync('git', ['archive', '--format=zip', prefix, commit], { cwd: this.folder });
  }

  async close(): Promise<void> {
    await this.server?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private git(...args: string[]): string {
    const options = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    return execFileSync('git', [...options, ...args], { cwd: this.folder, env })
      .toString()
      .trim();
  }

  private commit(message: string): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  private readonly respond: Behaviour = ({ method, path: target, body }, response) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const [, commit] = /^\/shop\/archive\/([0-9a-f]{40}|main)\.zip$/.exec(pathname) ?? [];
    const [, pull] = /^\/shop\/api\/pulls\/(\d+)$/.exec(pathname) ?? [];
    const [, issue] = /^\/shop\/api\/issues\/(\d+)\/comments$/.exec(pathname) ?? [];
    const pullRequest = this.pullRequests.get(Number(pull));
    if (commit !== undefined) {
      response.writeHead(200, { 'content-type': 'application/zip' }).end(this.archive(commit));
    } else if (pullRequest) {
      this.pullRequestReads++;
      sendJson(response, this.describePullRequest(Number(pull), pullRequest));
    } else if (issue !== undefined && method === 'POST') {
      const { body: text } = JSON.parse(body) as { body: string };
      this.comments.set(Number(issue), [...this.listComments(Number(issue)), text]);
      sendJson(response, { body: text }, 201);
    } else if (issue !== undefined) {
      const [page, size] = [searchParams.get('page') ?? 1, searchParams.get('per_page') ?? 30];
      const all = this.listComments(Number(issue)).map((text, index) => ({
        id: index,
        body: text,
      }));
      sendJson(response, all.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)));
    } else sendJson(response, { message: 'Not Found' }, 404);
  };

  private describePullRequest(number: number, { head, mergeCommit }: PullRequest) {
    return {
      number,
      state: mergeCommit === null ? 'open' : 'closed',
      merged: mergeCommit !== null,
      merge_commit_sha: mergeCommit,
      head: { sha: head, ref: `change-${number}` },
      base: { ref: 'main' },
    };
  }
}
