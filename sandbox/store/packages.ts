import { createHash } from 'node:crypto';
import type { Database } from './database';

/** The bytes of uploaded packages, by their SHA-256: each content once. */
export class PackageStore {
  constructor(private readonly database: Database) {}

  /** Keeps a content and gives its SHA-256. */
  add(content: Uint8Array): string {
    const sha256 = createHash('sha256').update(content).digest('hex');
    this.database.change('INSERT OR IGNORE INTO package VALUES (?, ?)', sha256, content);
    return sha256;
  }

  find(sha256: string): Uint8Array | undefined {
    const row = this.database.one('SELECT content FROM package WHERE sha256 = ?', sha256);
    return row?.content instanceof Uint8Array ? row.content : undefined;
  }
}
