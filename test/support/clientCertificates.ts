import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'certificates');

/** Reads a PEM file. @param name such as `client/robot.cert` */
export function pem(name: string): string {
  return readFileSync(path.join(FOLDER, `${name}.pem`), 'utf8');
}

export const PASSPHRASE = 'open-sesame';

/** TLS options of a server that requires a client certificate from the authority of the tests. */
export const ASKING_SERVER = {
  key: pem('localhost.key'),
  cert: pem('localhost.cert'),
  ca: pem('client/authority.cert'),
  requestCert: true,
};

/** Fields of a credential with a valid client certificate. */
export const ROBOT = {
  clientCertificate: pem('client/robot.cert'),
  clientKey: pem('client/robot.key'),
};
