import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface PullRequest {
  head: string;
  mergeCommit: string | null;
}

/** A small host of one Git repository: archives, pull requests and comments, as Git services have them. */
export class GitHost {
  private readonly pullRequests = new Map<number, PullRequest>();
  private readonly comments = new Map<number, string[]>();
  /** How often it was asked about a pull request. */
  looks = 0;
  private readonly server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const body = Buffer.concat(pieces).toString('utf8');
      this.answer(request.method ?? '', pathname, searchParams, body, response);
    });
  });

  private constructor(private readonly folder: string) {}

  /** @param files a folder whose content is the first commit of `main` */
  static async start(files: string): Promise<GitHost> {
    const host = new GitHost(mkdtempSync(path.join(tmpdir(), 'git-host-')));
    host.git('init', '--quiet', '--initial-branch=main');
    cpSync(files, host.folder, { recursive: true });
    host.commit('First files');
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get repository(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/shop`;
  }

  get api(): string {
    return `${this.repository}/api`;
  }

  /** Where the files of a branch are. */
  archiveAddress(branch = 'main'): string {
    return `${this.repository}/archive/${branch}.zip`;
  }

  /** A branch with other files, and a pull request for it. */
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

  commentsOf(number: number): string[] {
    return this.comments.get(number) ?? [];
  }

  /** A ZIP file of a commit, with a folder around its files. */
  archive(commit = 'main'): Buffer {
    const prefix = `--prefix=shop-${this.git('rev-parse', commit)}/`;
    return execFileSync('git', ['archive', '--format=zip', prefix, commit], { cwd: this.folder });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private git(...words: string[]): string {
    const options = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    return execFileSync('git', [...options, ...words], { cwd: this.folder, env })
      .toString()
      .trim();
  }

  private commit(message: string): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  private answer(
    method: string,
    pathname: string,
    query: URLSearchParams,
    body: string,
    response: ServerResponse,
  ): void {
    const [, commit] = /^\/shop\/archive\/([0-9a-f]{40}|main)\.zip$/.exec(pathname) ?? [];
    const [, pull] = /^\/shop\/api\/pulls\/(\d+)$/.exec(pathname) ?? [];
    const [, issue] = /^\/shop\/api\/issues\/(\d+)\/comments$/.exec(pathname) ?? [];
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (commit !== undefined) {
      response.writeHead(200, { 'content-type': 'application/zip' }).end(this.archive(commit));
    } else if (pull !== undefined && this.pullRequests.has(Number(pull))) {
      this.looks++;
      json(200, this.told(Number(pull)));
    } else if (issue !== undefined && method === 'POST') {
      const { body: text } = JSON.parse(body) as { body: string };
      this.comments.set(Number(issue), [...this.commentsOf(Number(issue)), text]);
      json(201, { body: text });
    } else if (issue !== undefined) {
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)];
      const all = this.commentsOf(Number(issue)).map((text, index) => ({ id: index, body: text }));
      json(200, all.slice((page - 1) * size, page * size));
    } else json(404, { message: 'Not Found' });
  }

  private told(number: number) {
    const { head, mergeCommit } = this.pullRequests.get(number) ?? { head: '', mergeCommit: null };
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
