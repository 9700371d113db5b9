import type { GraphQLSchema } from 'graphql';
import {
  CancelledError,
  InvalidInputError,
  OutcomeUnknownError,
  PlatformError,
} from '../../errors/errors';
import {
  prepareRootField,
  readOneEntity,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { inputArgument } from '../../graphql/call/commonArguments';
import { inputObject } from '../../graphql/call/inputObject';
import { withSchema } from '../../graphql/schema/bySchema';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { pause, repeatableChange } from '../../http/retry';
import { lostAnswerWindowMs } from '../../runs/start/jobStarts';
import { isObject } from '../../text/values';
import { clock } from '../../time/clock';
import { prepareDeletion, withNewId, type Deleted } from '../changes';
import { objectsIn, withKnownId, type PreparedChange } from '../entities';
import {
  FIELDS,
  FIELDS_OF_A_PASSWORD,
  findOwn,
  readName,
  readVariablePlace,
  requireScope,
  requireVariableScope,
  sourceOf,
  withoutSecret,
  type EnvironmentVariable,
  type VariablePlace,
  type VariableScope,
} from './variable';

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
  /** The variables of the place, if they are known: they are not listed again before the change. */
  there?: readonly EnvironmentVariable[];
}

interface DeletedVariable extends Pick<Deleted, 'deleted'> {
  /** Not known where an earlier attempt, whose response was lost, has deleted it. */
  id?: string;
  name: string;
  scope: VariableScope;
}

const DELETION = 'deleteEnvironmentVariable';

export class Variables {
  readonly readPlace = readVariablePlace;

  constructor(protected readonly endpoint: GraphqlEndpoint) {}

  /**
   * Lists the variables that count at a place: its own and, if the platform lists them, those of wider scopes. What is asked
   * for at the same moment, as of many jobs, shares requests.
   * @throws UnsupportedError if the platform has no variables of the scope
   */
  async list(
    { scope, entityId }: VariablePlace,
    options?: CallOptions,
  ): Promise<EnvironmentVariable[]> {
    const { query, what = '' } = sourceOf(scope);
    const wanted = { name: query, what, id: entityId, fields: FIELDS };
    const find = (schema: GraphQLSchema) => {
      requireScope(schema, scope);
      return wanted;
    };
    const listed = await readOneEntity(this.endpoint, find, options);
    return objectsIn<EnvironmentVariable>(listed).map(withoutSecret);
  }

  /**
   * Prepares to make a variable or to change the one that has the name. If the response was lost, the platform is looked at to
   * the end of the window. What is not as wanted by then is sent once more.
   */
  async prepareSet(
    place: VariablePlace,
    given: VariableToSet,
    options?: CallOptions,
    { windowMs = lostAnswerWindowMs(), there }: SetOptions = {},
  ): Promise<PreparedChange<EnvironmentVariable>> {
    const wanted = { ...given, name: readName(given.name) };
    const find = async () => findOwn(await this.list(place, options), place, wanted.name);
    await requireVariableScope(this.endpoint, place.scope, options);
    // The same for one that is there; it carries its ID besides.
    const make = await this.prepareSave(place, wanted, undefined, options);
    const send = async (before: EnvironmentVariable | undefined, mayHaveBeenMade = false) => {
      if (!before) return withNewId(await make(), 'variable', 'List the variables');
      const change = await this.prepareSave(place, wanted, before, options);
      return (
        (await repeatableChange(change, () => false, mayHaveBeenMade)) ?? (await find()) ?? before
      );
    };
    return async (mayHaveBeenMade) => {
      const before = there ? findOwn(there, place, wanted.name) : await find();
      if (!before) requireValue(wanted);
      try {
        return await send(before, mayHaveBeenMade);
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError)) throw error;
        const isPassword = wanted.isPassword === true || before?.isPassword === true;
        if (isPassword && before) throw unreadable(error);
        const isAsWanted = (seen: EnvironmentVariable) => isPassword || isAsSet(seen, wanted);
        const seen = await lookFor(find, isAsWanted, windowMs, options?.signal).catch(() => {
          throw error;
        });
        if (windowMs === 0 && !seen) throw error;
        // The value of a password is returned to nobody: a new one is there, and is set again by its ID.
        if (seen && !isPassword && isAsWanted(seen)) return seen;
        return await send(seen, true).catch((again: unknown) => {
          if (again instanceof OutcomeUnknownError) throw sentTwice(error, again);
          const isRefused = again instanceof PlatformError && again.effect === 'none';
          throw isRefused && !(again instanceof CancelledError)
            ? refusedAgain(error, again)
            : again;
        });
      }
    };
  }

  /**
   * Prepares to delete the variable that has the name. Making the change throws a PlatformError where there is none.
   * @param there what is listed at the place, if that is known
   */
  async prepareDelete(
    place: VariablePlace,
    givenName: unknown,
    options?: CallOptions,
    there?: readonly EnvironmentVariable[],
  ): Promise<PreparedChange<DeletedVariable>> {
    const { endpoint } = this;
    const name = readName(givenName);
    const { scope } = place;
    await requireVariableScope(endpoint, scope, options);
    await withSchema(endpoint, (schema) => requireRootField(schema, 'mutation', DELETION), options);
    return async (mayHaveBeenMade) => {
      const listed = there ?? (await this.list(place, options));
      const found = findOwn(listed, place, name);
      if (!found && mayHaveBeenMade) return { deleted: true, name, scope };
      if (!found) throw noSuchVariable(name, scope);
      const entity = 'environment variable';
      const deletion = await prepareDeletion(endpoint, DELETION, entity, found.id, options);
      const { id } = await deletion(mayHaveBeenMade);
      return { deleted: true, id, name, scope };
    };
  }

  private async prepareSave(
    { scope, entityId }: VariablePlace,
    { name, value, description, isPassword: asPassword }: VariableToSet,
    before: EnvironmentVariable | undefined,
    options?: CallOptions,
  ): Promise<PreparedChange<EnvironmentVariable>> {
    const isPassword = asPassword === true || before?.isPassword === true;
    const isKept = isPassword && value === '';
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = inputArgument(root, 'environmentVariable');
      const values = {
        id: before?.id,
        scope,
        name,
        value: isKept ? undefined : value,
        description,
        isPassword: isPassword || asPassword,
      };
      const input = inputObject(argument.type, { values, defaults: { isPassword } });
      return {
        arguments: { [argument.name]: input, ...(entityId && { entityId }) },
        selection: { mode: 'supported', text: isPassword ? FIELDS_OF_A_PASSWORD : FIELDS },
        idempotent: before !== undefined,
        ifLost: `Before you try again, check whether the environment variable "${name}" exists`,
      };
    };
    const send = await prepareRootField(
      this.endpoint,
      'mutation',
      'saveEnvironmentVariable',
      call,
      {
        ...options,
        secrets: [...(options?.secrets ?? []), ...(isPassword ? [value] : [])],
      },
    );
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
}

/** Parts of the window from look to look: a change may come in late, and most come at once. */
const FIRST_PART = 1 / 60;

/** Looks for a variable, until it is as wanted or the window of a lost response is over. @throws why the last look failed */
async function lookFor(
  find: () => Promise<EnvironmentVariable | undefined>,
  isAsWanted: (variable: EnvironmentVariable) => boolean,
  windowMs: number,
  signal: AbortSignal | undefined,
): Promise<EnvironmentVariable | undefined> {
  const endMs = clock.now() + windowMs;
  for (let waitMs = windowMs * FIRST_PART; ; waitMs *= 2) {
    const isLast = clock.now() >= endMs;
    const seen = await (isLast ? find() : find().catch(() => undefined));
    if (isLast || (seen && isAsWanted(seen))) return seen;
    await pause(Math.max(1, Math.min(waitMs, endMs - clock.now())), signal);
  }
}

function isAsSet(seen: EnvironmentVariable, { value, description, isPassword }: VariableToSet) {
  return (
    (seen.isPassword === true) === (isPassword === true) &&
    seen.value === value &&
    (description === undefined || description === (seen.description ?? ''))
  );
}

function sentTwice(first: OutcomeUnknownError, { failure }: OutcomeUnknownError) {
  failure.sends += first.sends;
  failure.earlierDoubtfulSends += first.earlierDoubtfulSends + 1;
  return new OutcomeUnknownError(
    failure,
    'Check whether the variable exists, or set it again. It is safe to repeat this.',
  );
}

/** The refusal of a second request leaves open what the first one did. */
function refusedAgain({ failure }: OutcomeUnknownError, refusal: PlatformError) {
  return new OutcomeUnknownError(
    failure,
    `Check whether the variable exists, or set it again. Sending it again failed: ${refusal.message}. ${refusal.hint}`,
  );
}

function unreadable({ failure }: OutcomeUnknownError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    failure,
    'The value of a password cannot be read, so it is not known whether it is the new one. Set it again. It is safe to repeat this.',
  );
}

export function requireValue({ name, value, isPassword }: VariableToSet): void {
  if (isPassword !== true || value !== '') return;
  throw new InvalidInputError(
    `The new password "${name}" has no value`,
    'Fill in "Value". Only an existing variable keeps its value.',
  );
}

function noSuchVariable(name: string, scope: VariableScope): PlatformError {
  return new PlatformError(
    `The environment variable "${name}" does not exist in the scope ${scope}`,
    {
      hint: 'Nothing was deleted. "Get Many" lists the variables. Names are case-sensitive. To delete a variable of a wider scope, choose that scope.',
      code: 'NOT_FOUND',
    },
  );
}
