import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Kind = 'authority' | 'server' | 'client';

interface Wishes {
  kind?: Kind;
  /** File that signs it. Default: itself. */
  issuer?: string;
  /** `20200101000000Z` */
  from?: string;
  until?: string;
  /** Default: ECDSA. */
  rsaBits?: number;
  names?: string;
}

export const PAST = { from: '20200101000000Z', until: '20260101000000Z' };
export const FUTURE = { from: '20990101000000Z', until: '21200101000000Z' };
const NOW = { from: '20200101000000Z', until: '21200101000000Z' };

/** Certificates and keys, made by openssl. */
export class Certificates {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));

  constructor() {
    writeFileSync(this.path('index.txt'), '');
    this.configure('DNS:localhost,IP:127.0.0.1');
  }

  path(file: string): string {
    return path.join(this.folder, file);
  }

  /** @param file a name such as `root` for the certificate, or `root.key` */
  pem(file: string): string {
    return readFileSync(this.path(file.includes('.') ? file : `${file}.crt`), 'utf8');
  }

  /** Makes `<file>.crt` and `<file>.key`. */
  make(file: string, name: string, wishes: Wishes = {}): this {
    const { kind = 'server', issuer = file, rsaBits, names } = wishes;
    const { from, until } = { ...NOW, ...wishes };
    this.configure(names ?? 'DNS:localhost,IP:127.0.0.1');
    const algorithm = rsaBits
      ? ['RSA', '-pkeyopt', `rsa_keygen_bits:${rsaBits}`]
      : ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    this.openssl('genpkey', '-algorithm', ...algorithm, '-out', `${file}.key`);
    const request = ['-key', `${file}.key`, '-subj', `/CN=${name}`, '-config', 'ca.cnf'];
    this.openssl('req', '-new', ...request, '-out', `${file}.csr`);
    const signer =
      issuer === file
        ? ['-selfsign', '-keyfile', `${file}.key`]
        : ['-cert', `${issuer}.crt`, '-keyfile', `${issuer}.key`];
    const dates = ['-startdate', from, '-enddate', until];
    const about = ['-in', `${file}.csr`, '-extensions', kind, ...dates, '-notext'];
    this.openssl('ca', '-batch', '-config', 'ca.cnf', ...signer, ...about, '-out', `${file}.crt`);
    return this;
  }

  join(file: string, ...parts: string[]): string {
    writeFileSync(this.path(file), parts.map((part) => this.pem(part)).join(''));
    return this.path(file);
  }

  openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.folder, stdio: 'pipe' });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private configure(names: string): void {
    writeFileSync(
      this.path('ca.cnf'),
      `
[ca]
default_ca = shop
[shop]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = none
[none]
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
subjectAltName = ${names}
[client]
basicConstraints = CA:FALSE
extendedKeyUsage = clientAuth
`,
    );
  }
}
