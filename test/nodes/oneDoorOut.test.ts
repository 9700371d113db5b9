import type { IDataObject, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { findIdentifyingFields } from '../../nodes/shared/parameters/itemIdentity';
import { ERROR_CODES } from '../../platform/common/errors/errors';
import { runNode, type WorkflowRun } from '../support/engine/runWorkflow';
import type { Sandbox } from '../../sandbox';
import { everyOperation, type DescribedOperation } from './tries/everyOperation';
import { takeTableSample } from '../support/cases';
import { findSchemaMismatches } from '../support/descriptions/outputSchema';
import { sendJson, startRawServer, type Behaviour, type RawServer } from '../support/rawServer';
import { sandboxForAllTests } from '../support/testSandbox';
import { credentialsFor, nodeOfTry } from './tries/operationTry';

const status =
  (code: number): Behaviour =>
  (_request, response) =>
    sendJson(response, { message: 'no' }, code);
/** The token is the password. */
const token: Behaviour = ({ body }, response) =>
  void response.end((JSON.parse(body) as { password: string }).password);
const page: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><html><title>Sign in</title><body>Sign in</body></html>');
};

/** Whatever ends a node as a whole: what answers the login, and what answers everything else. */
const TROUBLES = {
  'credential unusable': undefined,
  'login refused': [status(401), status(401)],
  'login down': [status(502), status(502)],
  'service down': [token, status(502)],
  'web page instead of data': [token, page],
  'introspection off': undefined,
  'nothing listening': undefined,
} satisfies Record<string, [Behaviour, Behaviour] | undefined>;

type Trouble = keyof typeof TROUBLES;

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
type OnError = (typeof ON_ERROR)[number];

const OPERATIONS = everyOperation();
const CASES = (Object.keys(TROUBLES) as Trouble[]).flatMap((trouble) =>
  ON_ERROR.map((onError) => ({ trouble, onError })),
);
const PLAYED = takeTableSample(CASES, OPERATIONS);
const PLAYED_COUNT = [...PLAYED.values()].flat().length;
const ITEMS = 3;
const MARK = 'of the input';
/** Pauses between tries of one request are shorter; its time limits, which are longer than this, stay. */
const MAX_PAUSE_MS = 5_000;

const servers = new Map<Trouble, RawServer>();
const sandbox = sandboxForAllTests({ seedRuns: false });
const withoutIntrospection = sandboxForAllTests({ seedRuns: false, introspection: false });
const realSetTimeout = globalThis.setTimeout;

beforeAll(async () => {
  globalThis.setTimeout = ((action: () => void, ms = 0, ...given: []) =>
    realSetTimeout(action, ms < MAX_PAUSE_MS ? ms / 50 : ms, ...given)) as typeof setTimeout;
  for (const [trouble, behaviours] of Object.entries(TROUBLES)) {
    if (!behaviours) continue;
    const [login, others] = behaviours;
    const server = await startRawServer((request, response) =>
      (request.path.endsWith('/authenticate') ? login : others)(request, response),
    );
    servers.set(trouble as Trouble, server);
  }
});
afterAll(async () => {
  globalThis.setTimeout = realSetTimeout;
  await Promise.all([...servers.values()].map((server) => server.close()));
});

describe(`${PLAYED_COUNT} cases of what ends a node as a whole`, () => {
  test.each(OPERATIONS)(
    '$name: each item fails, and leaves by the right door',
    async (operation) => {
      const wrong = (PLAYED.get(operation) ?? []).map(async ({ trouble, onError }) => {
        const problems = await problemsOf(operation, trouble, onError);
        return problems.map((problem) => `${trouble}, ${onError}: ${problem}`);
      });
      expect((await Promise.all(wrong)).flat()).toEqual([]);
    },
  );
});

async function problemsOf(
  operation: DescribedOperation,
  trouble: Trouble,
  onError: OnError,
): Promise<string[]> {
  const [tried] = operation.tries;
  const platform = trouble === 'introspection off' ? withoutIntrospection : sandbox;
  const name = `${operation.name} ${trouble} ${onError}`;
  const given = tried.items ?? [{}];
  const items = Array.from({ length: ITEMS }, (_, index) => {
    const item = given[index % given.length] ?? {};
    return { ...item, json: { ...item.json, mark: MARK } };
  });
  const node = nodeOfTry(platform, tried, { settings: { onError } as Partial<INode> });
  if (trouble !== 'introspection off') waitBriefly(node.parameters, operation.fields);
  const run = await runNode(node, credentialsOf(platform, trouble, name), { items });
  if (onError === 'stopWorkflow') {
    if (run.error) return run.json.length > 0 ? ['an output beside an error'] : [];
    return mayWork(run, operation, trouble) ? [] : ['no error'];
  }
  const [first = [], second = []] = run.outputs;
  const [failed, others] =
    onError === 'continueErrorOutput'
      ? [second, first]
      : [first.filter(({ error }) => error), first.filter(({ error }) => !error)];
  return [
    ...(run.error ? [`it threw: ${run.error.message}`] : []),
    ...(others.length > 0 && !mayWork(run, operation, trouble)
      ? [`${others.length} on the success output`]
      : []),
    ...(others.length > 0 || isEmptyList(run, trouble) ? [] : problemsOfPairs(failed)),
    ...failed.flatMap((item) => problemsOfItem(item, onError)),
    ...failed.flatMap((item) => problemsOfThing(item, operation, node.parameters)),
    ...problemsOfEffect(failed, changesSentBy(name, trouble)),
  ];
}

/** Runs are not waited for long, and starts not looked for; a platform that does not answer would take all that time. */
function waitBriefly(parameters: INode['parameters'], fields: INodeProperties[]): void {
  const options = fields.find(({ name }) => name === 'options')?.options ?? [];
  const has = (wanted: string) => options.some(({ name }) => name === wanted);
  parameters.options = {
    ...(parameters.options as object),
    ...(has('timeout') && { timeout: 1 }),
    ...(has('onLostAnswer') && { onLostAnswer: 'error' }),
  };
}

/** Whether what came out is the operation's work: a documented operation needs no introspection. A page is never a file. */
function mayWork(run: WorkflowRun, operation: DescribedOperation, trouble: Trouble): boolean {
  // Nor does it need a credential.
  if (operation.name === 'Projects project.validate') return true;
  if (trouble !== 'introspection off') return false;
  return run.outputs
    .flat()
    .filter(({ error, json }) => !error && !('errorCode' in json))
    .every(({ json }) => json.mark !== MARK && mismatchesOf(operation, json).length === 0);
}

/** The output of "Call Operation" and the like has no schema. */
function mismatchesOf({ node, resource, operation }: DescribedOperation, json: IDataObject) {
  return resource === 'graphql' ? [] : findSchemaMismatches(node, `${resource}/${operation}`, json);
}

/** A platform that does not tell its schema tells of what is not there, too. */
function isEmptyList({ outputs, error }: WorkflowRun, trouble: Trouble): boolean {
  return trouble === 'introspection off' && !error && outputs.flat().length === 0;
}

function problemsOfPairs(failed: readonly INodeExecutionData[]): string[] {
  const paired = JSON.stringify(failed.map(({ pairedItem }) => pairedItem));
  const wanted = JSON.stringify(Array.from({ length: ITEMS }, (_, item) => ({ item })));
  return paired === wanted ? [] : [`failed items for ${paired}`];
}

function problemsOfItem({ json, error }: INodeExecutionData, onError: OnError): string[] {
  const { error: message, errorDescription, errorCode, mayHaveHappened, mark } = json;
  return [
    ...(error ? [] : ['no error beside json']),
    ...(typeof message === 'string' && message !== '' ? [] : ['no message']),
    ...(typeof errorDescription === 'string' ? [] : ['no description']),
    ...(ERROR_CODES.includes(errorCode as never) ? [] : [`the code ${String(errorCode)}`]),
    ...(typeof mayHaveHappened === 'boolean' ? [] : ['unknown whether it happened']),
    ...((mark === MARK) === (onError === 'continueErrorOutput') ? [] : ['fields of the input']),
  ];
}

/** A failed item names the thing that it asked for, and its schema knows the name. */
function problemsOfThing(
  { json: { mark, ...json } }: INodeExecutionData,
  operation: DescribedOperation,
  parameters: INode['parameters'],
): string[] {
  const things = [...findIdentifyingFields(operation.fields)].filter(
    ([, name]) => name in parameters,
  );
  return [
    ...things.flatMap(([output]) => (json[output] ? [] : [`it does not name its ${output}`])),
    ...(mark === MARK ? [] : mismatchesOf(operation, json)),
  ];
}

/** A gateway's 502 says nothing about what it stands in front of. */
const TELLS_NOTHING = ['OUTCOME_UNKNOWN', 'UNREACHABLE'];

function problemsOfEffect(failed: readonly INodeExecutionData[], changesSent: number): string[] {
  const told = failed.filter(({ json }) => json.mayHaveHappened);
  if (changesSent === 0) {
    return told.map(({ json }) => `it may have happened, and nothing was sent: ${json.error}`);
  }
  const isUnknown = failed.some(({ json }) => TELLS_NOTHING.includes(String(json.errorCode)));
  return isUnknown && told.length === 0 ? ['a change was sent, and that is not told'] : [];
}

/** Every case has secrets of its own, so a session of its own, and its requests are known by them. */
function credentialsOf(platform: Sandbox, trouble: Trouble, name: string): Record<string, object> {
  const credentials = credentialsFor(platform);
  if (trouble === 'introspection off') return credentials;
  const isUsable = trouble !== 'credential unusable';
  // Of the ports that a browser refuses, nothing listens on this one.
  const address = servers.get(trouble)?.baseUrl ?? 'http://127.0.0.1:1';
  const [baseUrl, secret] = isUsable ? [address, secretOf(name)] : ['no address', ''];
  const addresses = { baseUrl, apiServer: baseUrl, localAddress: baseUrl };
  const secrets = { password: secret, token: secret, uploadToken: secret };
  for (const one of Object.values(credentials)) Object.assign(one, addresses, secrets);
  return credentials;
}

const secretOf = (name: string) => `secret-${Buffer.from(name).toString('hex')}`;

function changesSentBy(name: string, trouble: Trouble): number {
  const received = servers.get(trouble)?.received ?? [];
  return received.filter(({ method, path, body, headers }) => {
    if (path.endsWith('/authenticate') || !JSON.stringify(headers).includes(secretOf(name))) {
      return false;
    }
    return body.includes('"query"') ? /"\s*mutation\b/.test(body) : method !== 'GET';
  }).length;
}
