import { InvalidInputError } from '../errors/errors';
import { ownValue } from '../text/names';
import { excerpt } from '../text/text';
import { entriesOf, fieldsOf } from '../text/values';
import { GUIDE } from './refusals';

type Entry = Record<string, unknown>;

/** The files of a few hundred clusters are smaller. */
export const MAX_KUBECONFIG_CHARACTERS = 1024 * 1024;
const MAX_CHARACTERS_OF_CONTEXTS = 2000;
const MAX_NAME_CHARACTERS = 100;
const HOW_TO_PRINT = 'Paste the output of: kubectl config view --raw --minify --flatten -o json';
const LINE_ENDS =
  'YAML needs its line breaks, but older versions of n8n remove them from this field.';
const OWN_TOKEN = `Create a token of a service account, and fill it in as "Token". The rest of the kubeconfig is used unchanged: ${GUIDE}`;
/** What kubectl prints in the place of what is secret. */
const LEFT_OUT = new Set(['REDACTED', 'DATA+OMITTED', 'DATA OMITTED']);

/**
 * Reads one context of a kubeconfig, in YAML or JSON, as far as it is asked for: each function throws for what cannot be done here.
 * @param wanted name of the context; empty: the one that the kubeconfig names itself
 * @throws InvalidInputError that shows nothing of what is secret
 */
export async function readKubeconfig(text: string, wanted: string) {
  const config = fieldsOf(await parse(text));
  const contexts = namedEntries(config, 'contexts', 'context');
  const context = contextOf(config, contexts, wanted);
  const entryOf = (list: string, entry: string): Entry => {
    const name = textOf(ownValue(context.entry, entry));
    const found = namedEntries(config, list, entry).get(name);
    if (found) return found;
    throw new InvalidInputError(
      `The Kubeconfig lacks the ${entry} "${shown(name)}" of its context "${shown(context.name)}"`,
      HOW_TO_PRINT,
    );
  };
  return {
    server: () => readServer(entryOf('clusters', 'cluster')),
    trust: () => readTrust(entryOf('clusters', 'cluster')),
    login: () => readLogin(entryOf('users', 'user'), context.name),
  };
}

async function parse(text: string): Promise<unknown> {
  if (text.length > MAX_KUBECONFIG_CHARACTERS) {
    throw unreadable('it is too large', HOW_TO_PRINT);
  }
  const { FAILSAFE_SCHEMA, load } = await import('js-yaml');
  try {
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch (error) {
    // Its message shows the lines, of which any may be secret.
    const { mark } = error as { mark?: { line?: number } };
    const where = typeof mark?.line === 'number' ? ` from line ${mark.line + 1} on` : '';
    throw unreadable(`it is not YAML${where}`, `${LINE_ENDS} ${HOW_TO_PRINT}`);
  }
}

/** Entries of one of its lists by their names; the first of a name counts, as for kubectl. */
function namedEntries(config: Entry, list: string, entry: string): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const value of entriesOf(ownValue(config, list))) {
    const named = fieldsOf(value);
    const name = textOf(named.name);
    if (!found.has(name)) found.set(name, fieldsOf(ownValue(named, entry)));
  }
  return found;
}

function contextOf(config: Entry, contexts: Map<string, Entry>, wanted: string) {
  const names = [...contexts.keys()];
  const [only] = names;
  if (only === undefined) throw unreadable('it has no context', HOW_TO_PRINT);
  const current = textOf(config['current-context']);
  const name = wanted || current || (names.length === 1 ? only : '');
  const entry = contexts.get(name);
  if (entry) return { name, entry };
  throw new InvalidInputError(
    name === ''
      ? 'The Kubeconfig has no current context'
      : `The Kubeconfig has no context "${shown(name)}"`,
    `Fill in one of them as "Context" in the credential: ${excerpt(names.join(', '), [], MAX_CHARACTERS_OF_CONTEXTS)}.`,
  );
}

/** Where the cluster is, and the name that its certificate has to have. */
function readServer(cluster: Entry) {
  const proxy = textOf(cluster['proxy-url']);
  if (proxy !== '') {
    throw new InvalidInputError(
      'The Kubeconfig uses its own proxy (proxy-url), which is not supported',
      'Remove the line with proxy-url from the kubeconfig. Set HTTPS_PROXY in n8n’s environment, and NO_PROXY for hosts that need no proxy.',
    );
  }
  return { apiServer: textOf(cluster.server), serverName: textOf(cluster['tls-server-name']) };
}

/** How its certificate is judged. Certificates and keys are as they stand in a kubeconfig: PEM, encoded in Base64. */
function readTrust(cluster: Entry) {
  requireNoFile(cluster, ['certificate-authority']);
  return {
    caCertificate: secretOf(cluster, 'certificate-authority-data'),
    allowUnauthorizedCerts: /^true$/i.test(textOf(cluster['insecure-skip-tls-verify'])),
  };
}

function readLogin(user: Entry, context: string) {
  const login = {
    token: secretOf(user, 'token'),
    clientCertificate: secretOf(user, 'client-certificate-data'),
    clientKey: secretOf(user, 'client-key-data'),
  };
  if (textOf(user.as) !== '') throw unsupportedLogin('impersonates another user (as)');
  const hasCertificate = login.clientCertificate !== '' && login.clientKey !== '';
  if (login.token !== '' || hasCertificate) return login;
  const command = textOf(fieldsOf(user.exec).command);
  if (command !== '') throw unsupportedLogin(`runs a program (${shown(command)})`);
  const provider = textOf(fieldsOf(user['auth-provider']).name);
  if (provider !== '') throw unsupportedLogin(`uses an auth-provider (${shown(provider)})`);
  requireNoFile(user, ['client-certificate', 'client-key', 'tokenFile']);
  throw new InvalidInputError(
    `The Kubeconfig has no login for its context "${shown(context)}"`,
    OWN_TOKEN,
  );
}

/** n8n may run on another machine than the one that the kubeconfig was made for. */
function requireNoFile(entry: Entry, fields: readonly string[]): void {
  for (const field of fields) {
    const file = textOf(ownValue(entry, field));
    const hasData = textOf(ownValue(entry, `${field}-data`)) !== '';
    if (file === '' || hasData) continue;
    throw new InvalidInputError(
      `The Kubeconfig refers to a file instead of containing it (${field}: ${excerpt(file, [], MAX_NAME_CHARACTERS)})`,
      field === 'tokenFile'
        ? OWN_TOKEN
        : `n8n does not read files from disk for this. ${HOW_TO_PRINT}`,
    );
  }
}

function secretOf(entry: Entry, field: string): string {
  const text = textOf(ownValue(entry, field));
  if (!LEFT_OUT.has(text)) return text;
  throw unreadable(`it was printed without its secrets (${field})`, HOW_TO_PRINT);
}

/** All scalars come as texts. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === 'null' || text === '~' ? '' : text;
}

function shown(name: string): string {
  return excerpt(name, [], MAX_NAME_CHARACTERS);
}

function unsupportedLogin(what: string): InvalidInputError {
  return new InvalidInputError(
    `The login of the Kubeconfig ${what}, which is not supported`,
    OWN_TOKEN,
  );
}

function unreadable(reason: string, hint: string): InvalidInputError {
  return new InvalidInputError(`The Kubeconfig cannot be used: ${reason}`, hint);
}
