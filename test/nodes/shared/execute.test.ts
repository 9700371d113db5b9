import { NodeOperationError, type INodeProperties } from 'n8n-workflow';
import { executeOperation } from '../../../nodes/shared/execute';
import type { ItemCall, OperationCall } from '../../../nodes/shared/operation/operation';
import { PlatformError } from '../../../platform/errors/errors';

const JOB_FIELD: INodeProperties = {
  displayName: 'Job',
  name: 'jobId',
  type: 'resourceLocator',
  default: '',
  required: true,
};
const details = { hint: 'Look.', reach: 'answered', status: 403 } as const;
const failure = () => new PlatformError('no', details);

interface Setting {
  operation?: object;
  chosen?: string;
  continues?: boolean;
  isTool?: boolean;
  signal?: AbortSignal;
  items?: number;
  connect?(): Promise<object>;
}

/** Runs an operation of a node whose job is `j<item>`. */
function execute({ chosen = 'job.get', items = 1, ...setting }: Setting) {
  const [resource, operation] = chosen.split('.');
  const written: Record<string, unknown> = { resource, operation, jobId: '={{ $item }}' };
  const hints: object[] = [];
  const node = { name: 'Node', type: 't', parameters: { jobId: 'secret-1', open: 'open' } };
  const execution = {
    getNode: () => node,
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
    getExecuteData: () => ({ node }),
    getExecutionCancelSignal: () => setting.signal,
    continueOnFail: () => setting.continues === true,
    isToolExecution: () => setting.isTool === true,
    addExecutionHints: (...added: object[]) => void hints.push(...added),
    getNodeParameter(path: string, itemIndex: number, fallback: unknown, options?: object) {
      if (!(path in written)) return fallback;
      const isRaw = options && 'rawExpressions' in options;
      return path === 'jobId' && !isRaw ? `j${itemIndex}` : written[path];
    },
  };
  const given = { value: 'get', fields: [JOB_FIELD], ...setting.operation };
  const resources = [
    { value: 'app', operations: [{ value: 'get', fields: [] }] },
    { value: 'job', operations: [{ value: 'list', fields: [] }, given] },
  ];
  const namesForIds = jest.fn(async () => undefined);
  const connect = setting.connect ?? (async () => ({}));
  const ofNode = { namesForIds };
  const outputs = executeOperation(execution as never, resources as never, connect, ofNode);
  return { outputs, hints, namesForIds };
}

const run = async ({ itemIndex }: ItemCall<unknown>) => ({ json: { itemIndex } });

describe('the chosen operation', () => {
  test('runs for each item', async () => {
    const { outputs, namesForIds } = execute({ operation: { run }, items: 2 });
    expect(await outputs).toEqual([
      [
        { json: { itemIndex: 0 }, pairedItem: { item: 0 } },
        { json: { itemIndex: 1 }, pairedItem: { item: 1 } },
      ],
    ]);
    expect(namesForIds).not.toHaveBeenCalled();
  });

  test('runs for all items together where it can', async () => {
    const runTogether = async () => [{ json: { together: true } }];
    const { outputs } = execute({ operation: { run, runTogether }, items: 2 });
    expect(await outputs).toEqual([[{ json: { together: true } }]]);
  });

  test('reads all items before it changes something', async () => {
    const done: string[] = [];
    const operation = {
      read: ({ itemIndex }: ItemCall<unknown>) => void done.push(`read ${itemIndex}`),
      change: async ({ itemIndex }: ItemCall<unknown>) => {
        done.push(`change ${itemIndex}`);
        return { json: {} };
      },
    };
    await execute({ operation, items: 2 }).outputs;
    expect(done).toEqual(['read 0', 'read 1', 'change 0', 'change 1']);
  });

  test.each(['job.drop', 'jobs.get', 'app.list'])(
    'is reported if there is none: %s',
    async (chosen) => {
      const [resource, operation] = chosen.split('.');
      await expect(execute({ chosen }).outputs).rejects.toMatchObject({
        message: `This node has no operation "${operation}" for the resource "${resource}"`,
        description:
          'Choose the resource and the operation again. The workflow may come from a newer version.',
      });
    },
  );

  test('shows what the platform reports beside changes', async () => {
    const operation = {
      runTogether: async ({ options }: OperationCall<unknown>) => {
        options.onMutationErrors?.({ message: 'The audit log is full' } as never);
        return [{ json: {} }];
      },
    };
    const { outputs, hints } = execute({ operation });
    await outputs;
    expect(hints).toEqual([
      expect.objectContaining({
        message: 'The change was made, but with errors. The audit log is full',
      }),
    ]);
  });
});

describe('a failure of the node as a whole', () => {
  const operation = { runTogether: async () => await Promise.reject(failure()) };

  test('is thrown where the node stops on error', async () => {
    await expect(execute({ operation }).outputs).rejects.toMatchObject({
      message: 'no',
      errorCode: 'NOT_ALLOWED',
    });
  });

  test('fails each item where it continues, with what the item asked for', async () => {
    const [items = []] = await execute({ operation, continues: true, items: 2 }).outputs;
    expect(items.map(({ json }) => json)).toEqual(
      ['j0', 'j1'].map((jobId) => ({
        jobId,
        error: 'no',
        errorDescription: 'Look.',
        errorCode: 'NOT_ALLOWED',
        mayHaveHappened: false,
      })),
    );
  });

  test('is thrown after a cancel all the same', async () => {
    const setting = { operation, continues: true, signal: AbortSignal.abort() };
    await expect(execute(setting).outputs).rejects.toThrow('no');
  });

  test('is one of each item where nothing can be connected', async () => {
    const connect = async () => await Promise.reject(failure());
    const [items = []] = await execute({ operation, connect, continues: true }).outputs;
    expect(items.map(({ json }) => json.error)).toEqual(['no']);
  });

  test.each([
    [true, undefined, true],
    [false, undefined, false],
    [true, 0, false],
  ])(
    'after a change was sent (%s), of the item %j: it may have been made: %s',
    async (isChange, itemIndex, mayHaveHappened) => {
      const runTogether = async ({ options, execution }: OperationCall<unknown>) => {
        options.onSent?.(isChange);
        throw new NodeOperationError(execution.getNode(), 'no', { itemIndex });
      };
      const [items = []] = await execute({ operation: { runTogether }, continues: true }).outputs;
      expect(items[0]?.json.mayHaveHappened).toBe(mayHaveHappened);
    },
  );

  test.each([
    [['jobId'], { jobId: '***', open: 'open' }],
    [[], { jobId: 'secret-1', open: 'open' }],
    [undefined, { jobId: 'secret-1', open: 'open' }],
  ])('keeps no secrets: %j', async (secretParameters, parameters) => {
    const { outputs } = execute({ operation: { ...operation, secretParameters } });
    await expect(outputs).rejects.toMatchObject({ node: { parameters } });
    const run = async () => await Promise.reject(failure());
    const failing = { run, secretParameters };
    const [items = []] = await execute({ operation: failing, continues: true, items: 2 }).outputs;
    expect(items.map(({ error }) => error)).toMatchObject([
      { node: { parameters } },
      { node: { parameters } },
    ]);
  });
});

describe('as the tool of an agent', () => {
  test('names stand for IDs, and empty fields are left out', async () => {
    const operation = { run: async () => ({ json: { a: 1, b: null } }) };
    const { outputs, namesForIds } = execute({ operation, isTool: true });
    expect(await outputs).toEqual([[{ json: { a: 1 }, pairedItem: { item: 0 } }]]);
    expect(namesForIds).toHaveBeenCalledTimes(1);
  });

  test.each([true, false])('a failure is one text (continues: %s)', async (continues) => {
    const operation = { run: async () => await Promise.reject(failure()) };
    const outputs = execute({ operation, isTool: true, continues }).outputs;
    if (continues) expect((await outputs)[0]?.[0]?.json).toEqual({ message: 'no\nLook.' });
    else await expect(outputs).rejects.toMatchObject({ message: 'no\nLook.' });
  });
});

test('an item that fails among others leaves with what it asked for', async () => {
  const operation = {
    run: async ({ itemIndex }: ItemCall<unknown>) => {
      if (itemIndex === 1) throw failure();
      return { json: {} };
    },
  };
  const [items = []] = await execute({ operation, continues: true, items: 3 }).outputs;
  expect(items.map(({ json }) => json.jobId)).toEqual([undefined, 'j1', undefined]);
  // Retry On Fail looks for it.
  expect(items[1]?.json).not.toHaveProperty('error');
});
