import { clock } from '../../time/clock';
import { pause, repeatableChange } from '../../http/retry';
import {
  type EnvironmentVariable,
  type VariablePlace,
  FIELDS,
  FIELDS_OF_A_PASSWORD,
  findOwn,
  readName,
  withoutSecret,
} from './variable';
import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, OutcomeUnknownError } from '../../errors/errors';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { hasInputPath, inputObject } from '../../graphql/call/inputObject';
import { inputArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RootField } from '../../graphql/schema/rootFields';
import { lostAnswerWindowMs } from '../../runs/start/startRegister';
import { isObject, textOf } from '../../text/values';
import { withKnownId, type PreparedChange } from '../entities';
import { withNewId } from '../changes';
import { prepareList } from './list';

/** What was seen last: the variable as it was then, none, or why nobody could look. */
type Seen = { variable: EnvironmentVariable | undefined } | { failure: unknown };

/** Parts of the window from look to look: a change may come in late, and most come at once. */
const FIRST_PART = 1 / 60;

/** Looks for a variable, until it is as wanted or the window of a lost response is over. */
async function lookForVariable(
  find: () => Promise<EnvironmentVariable | undefined>,
  isAsWanted: (variable: EnvironmentVariable) => boolean,
  windowMs: number,
  signal: AbortSignal | undefined,
): Promise<Seen> {
  const endMs = clock.now() + windowMs;
  for (let waitMs = windowMs * FIRST_PART; ; waitMs *= 2) {
    const isLast = clock.now() >= endMs;
    const seen = await find().then(
      (variable): Seen => ({ variable }),
      (failure: unknown): Seen => ({ failure }),
    );
    if ('variable' in seen && seen.variable && isAsWanted(seen.variable)) return seen;
    if (isLast) return seen;
    try {
      await pause(Math.max(1, Math.min(waitMs, endMs - clock.now())), signal);
    } catch (failure) {
      return { failure };
    }
  }
}

export interface VariableToSet {
  name: string;
  /** Left empty, a password keeps the value that it has. */
  value: string;
  description?: string;
  /** Left out, a variable stays what it is. A password stays one in any case. */
  isPassword?: boolean;
}

interface SetOptions {
  /** For how long a change is looked for whose response was lost; 0 for one look, after which nothing is made again. */
  windowMs?: number;
  /** What is listed at the place, if that is known: it is not listed once more before it is changed. */
  there?: readonly EnvironmentVariable[];
}

/**
 * Prepares to make a variable or to change the one that has the name. If the response was lost, the platform is looked at to
 * the end of the window. What is not there by then is sent once more: it makes so what is wanted, and nothing twice.
 */
export async function prepareSetEnvironmentVariable(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  given: VariableToSet,
  options?: CallOptions,
  { windowMs = lostAnswerWindowMs(), there }: SetOptions = {},
): Promise<PreparedChange<EnvironmentVariable>> {
  const wanted = { ...given, name: readName(given.name) };
  const list = await prepareList(endpoint, place, options);
  const find = async () => findOwn(await list(), place, wanted.name);
  // The same for one that is there; it carries its ID besides.
  const make = await prepareSave(endpoint, place, wanted, undefined, options);
  const change = async (before: EnvironmentVariable, mayHaveBeenMade = true) => {
    const save = await prepareSave(endpoint, place, wanted, before, options);
    return (await repeatableChange(save, () => false, mayHaveBeenMade)) ?? before;
  };
  return async (mayHaveBeenMade) => {
    const before = there ? findOwn(there, place, wanted.name) : await find();
    if (!before) requireValue(wanted);
    const send = async () => (before ? await change(before, mayHaveBeenMade) : await make());
    try {
      return await withIdOf(await send(), find);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const isPassword = wanted.isPassword === true || before?.isPassword === true;
      if (isPassword && before) throw unreadable(error);
      // The value of a password is told to nobody: a new one is there, and is set again by its ID.
      const isDone = isPassword ? () => true : (seen: EnvironmentVariable) => isAsSet(seen, wanted);
      const seen = await lookForVariable(find, isDone, windowMs, options?.signal);
      if ('failure' in seen || (windowMs === 0 && !seen.variable)) throw error;
      if (!isPassword && seen.variable && isDone(seen.variable)) return seen.variable;
      return await withIdOf(await sendAgain(seen.variable, { find, make, change }), find);
    }
  };
}

interface Sending {
  find(): Promise<EnvironmentVariable | undefined>;
  make(): Promise<EnvironmentVariable>;
  change(before: EnvironmentVariable): Promise<EnvironmentVariable>;
}

/** Sends it once more. What was sent first may come in before it: then that one is changed. */
async function sendAgain(
  there: EnvironmentVariable | undefined,
  { find, make, change }: Sending,
): Promise<EnvironmentVariable> {
  if (there) return await change(there);
  try {
    return await make();
  } catch (error) {
    const late = await find().catch(() => undefined);
    if (late) return await change(late);
    if (!(error instanceof OutcomeUnknownError)) throw error;
    throw new OutcomeUnknownError(
      error.failure,
      'The request was sent twice. Check whether the variable exists, or set it again. It is safe to repeat this.',
    );
  }
}

/** Whether a variable is as it was to be set. A password's value is told to nobody. */
function isAsSet(seen: EnvironmentVariable, { value, description, isPassword }: VariableToSet) {
  return (
    (seen.isPassword === true) === (isPassword === true) &&
    seen.value === value &&
    (description === undefined || description === (seen.description ?? ''))
  );
}

/** With the ID that the platform lists, where it did not return it with its response. */
async function withIdOf(
  saved: EnvironmentVariable,
  find: Sending['find'],
): Promise<EnvironmentVariable> {
  if (textOf(saved.id) !== undefined) return saved;
  const found = await find().catch(() => undefined);
  return withNewId({ ...saved, id: found?.id ?? '' }, 'variable', 'List the variables');
}

function unreadable({ failure }: OutcomeUnknownError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    failure,
    'The value of a password cannot be read, so it is not known whether it is the new one. Set it again. It is safe to repeat this.',
  );
}

async function prepareSave(
  endpoint: GraphqlEndpoint,
  { scope, entityId }: VariablePlace,
  { name, value, description, isPassword: asPassword }: VariableToSet,
  before: EnvironmentVariable | undefined,
  options?: CallOptions,
): Promise<PreparedChange<EnvironmentVariable>> {
  const isPassword = asPassword === true || before?.isPassword === true;
  const isKept = isPassword && value === '';
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const argument = inputArgument(root, 'environmentVariable');
    const takesEntity = root.field.args.some((taken) => taken.name === 'entityId');
    const values = {
      id: hasInputPath(argument.type, 'id') ? before?.id : undefined,
      entityId: takesEntity ? undefined : entityId,
      scope,
      name,
      value: isKept ? undefined : value,
      description,
      isPassword: isPassword || asPassword,
    };
    const input = inputObject(argument.type, { values, defaults: { isPassword } });
    return {
      arguments: { [argument.name]: input, ...(takesEntity && entityId && { entityId }) },
      selection: { mode: 'supported', text: isPassword ? FIELDS_OF_A_PASSWORD : FIELDS },
      idempotent: before !== undefined,
      ifLost: `Before you try again, check whether the environment variable "${name}" exists`,
    };
  };
  const send = await prepareRootField(endpoint, 'mutation', 'saveEnvironmentVariable', call, {
    ...options,
    secrets: [...(options?.secrets ?? []), ...(isPassword ? [value] : [])],
  });
  return async () => {
    const result = await send();
    const answered = isObject(result) ? result : { name, scope };
    const saved = before ? withKnownId(answered, before.id) : answered;
    return withoutSecret({
      ...saved,
      isPassword: saved.isPassword ?? isPassword,
    } as EnvironmentVariable);
  };
}

export function requireValue({ name, value, isPassword }: VariableToSet): void {
  if (isPassword !== true || value !== '') return;
  throw new InvalidInputError(
    `The new password "${name}" has no value`,
    'Fill in "Value". Only an existing variable keeps its value.',
  );
}
