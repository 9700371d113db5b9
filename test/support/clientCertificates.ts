import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'certificates');

/** @param name file such as `client/robot.cert` */
export function pem(name: string): string {
  return readFileSync(path.join(FOLDER, `${name}.pem`), 'utf8');
}

export const PASSPHRASE = 'open-sesame';

/** TLS options of a server that requires a client certificate of our authority. */
export const ASKING_SERVER = {
  key: pem('localhost.key'),
  cert: pem('localhost.cert'),
  ca: pem('client/authority.cert'),
  requestCert: true,
};

/** Fields of a credential. */
export const ROBOT = {
  clientCertificate: pem('client/robot.cert'),
  clientKey: pem('client/robot.key'),
};
