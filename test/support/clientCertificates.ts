import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'certificates');

/** Reads a PEM file. @param name such as `client/robot.cert` */
export function readPem(name: string): string {
  return readFileSync(path.join(FOLDER, `${name}.pem`), 'utf8');
}

export const PASSPHRASE = 'open-sesame';

/** TLS options of a server that requires a client certificate from the authority of the tests. */
export const MUTUAL_TLS_SERVER = {
  key: readPem('localhost.key'),
  cert: readPem('localhost.cert'),
  ca: readPem('client/authority.cert'),
  requestCert: true,
};

/** Fields of a credential with a valid client certificate. */
export const ROBOT = {
  clientCertificate: readPem('client/robot.cert'),
  clientKey: readPem('client/robot.key'),
};
