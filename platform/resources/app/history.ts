import type { GraphQLSchema } from 'graphql';
import {
  unknownEntityError,
  callRootField,
  readOneEntity,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { PlatformError } from '../../common/errors/errors';
import { buildIdArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requireResultField, type RootField } from '../../graphql/schema/rootFields';
import { selectPresent, writtenFields } from '../../graphql/selection/supported';
import { readIdentifier } from '../../common/input/identifiers';
import { objectsIn } from '../entities';
import { toList, toObject, isObject, toText } from '../../common/text/values';

export interface AppEvent {
  /** For example `run`, `stop`, `restart`, `rollback` or `upgrade`. */
  action?: string;
  recordAt?: string;
  author?: string | null;
  /** The cause of the action, as the platform names it. */
  trigger?: string | null;
  versionNumber?: number;
  executionId?: string;
  /** The statuses that followed the action, oldest first. */
  statuses: Array<{ status?: string; reason?: string | null; recordAt?: string }>;
}

/** An event is an action with its statuses. Until about 2023-08, an event was either one action or one status. */
const EVENT = writtenFields(
  'id action { event transitionTime } statuses { event transitionTime } event transitionTime',
);
const EVENTS_PER_PAGE = 100;
const MAX_EVENTS = 100_000;

const RUNNING_VERSION = writtenFields('id history { id runningVersionNumber startTime }');
const STATS = writtenFields('uptimePercentage downtimePercentage recoveredCount');

export class AppHistory {
  constructor(private readonly endpoint: GraphqlEndpoint) {}

  /** Lists the events, newest first. */
  async list(appId: unknown, limit: number, options?: CallOptions): Promise<AppEvent[]> {
    const id = readIdentifier(appId, 'app');
    const events: AppEvent[] = [];
    const seenKeys = new Set<string>();
    const maxEvents = Math.min(limit, MAX_EVENTS);
    while (events.length < maxEvents) {
      const size = Math.min(EVENTS_PER_PAGE, maxEvents - events.length);
      const page = await readPage(this.endpoint, id, size, events.length, options);
      const newEvents = page.map(readEvent).filter((event) => addIfNew(event, seenKeys));
      events.push(...newEvents);
      if (page.length < size || newEvents.length === 0) break;
    }
    return events.slice(0, maxEvents);
  }

  /**
   * Returns the platform's statistics about an app since its last start.
   * @throws PlatformError if the app has never run
   */
  async getStats(appId: unknown, options?: CallOptions): Promise<Record<string, unknown>> {
    const id = readIdentifier(appId, 'app');
    const query = { name: 'app', noun: 'app', id, fields: RUNNING_VERSION } as const;
    const app = await readOneEntity(this.endpoint, () => query, options);
    if (!isObject(app)) throw unknownEntityError('app', id);
    const {
      id: appHistoryId,
      runningVersionNumber: versionNumber,
      startTime,
    } = toObject(app.history);
    if (appHistoryId === undefined || startTime === undefined || startTime === null) {
      throw new PlatformError(`The app ${id} has no statistics because it has not run yet`, {
        hint: 'Run it first.',
        code: 'NOT_FOUND',
      });
    }
    const call = {
      arguments: { appHistoryId, versionNumber, startTime },
      selection: { mode: 'supported', text: STATS },
    } as const;
    const stats = await callRootField(this.endpoint, 'query', 'appStats', call, options);
    return { versionNumber, startTime, ...toObject(stats) };
  }
}

async function readPage(
  endpoint: GraphqlEndpoint,
  id: string,
  limit: number,
  skip: number,
  options?: CallOptions,
): Promise<ActionEntry[]> {
  const call = (schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const events = requireResultField({ field: requireResultField(root, 'history') }, 'events');
    const statuses = selectPresent(schema, events.type, writtenFields('statuses { event }'));
    if (statuses.length === 0) requireResultField({ field: events }, 'event');
    // Platforms without these arguments return all events.
    const history = `history { events(limit: ${limit}, skip: ${skip}) { ${EVENT} } events { ${EVENT} } }`;
    const text = writtenFields(history);
    return { arguments: buildIdArgument(root, 'app', id), selection: { mode: 'supported', text } };
  };
  const app = await callRootField(endpoint, 'query', 'app', call, options);
  if (!isObject(app)) throw unknownEntityError('app', id);
  return readActions(objectsIn(toObject(app.history).events)).actions;
}

/** An action with the statuses that followed it, oldest first. */
interface ActionEntry {
  action?: unknown;
  statuses?: unknown;
}

/**
 * Reads the events of a history. They are a list of actions, newest first. Until about 2023-08, they were a flat list of actions
 * and statuses, oldest first.
 * @returns actions, newest first, and whether they are the complete history
 */
export function readActions(events: unknown): { actions: ActionEntry[]; isComplete: boolean } {
  const entries = toList(events).filter(isObject);
  if (!entries.some(({ event }) => isObject(event))) return { actions: entries, isComplete: false };
  const actions: Array<{ action?: unknown; statuses: unknown[] }> = [];
  for (const entry of entries) {
    const isStatus = toText(toObject(entry.event).status) !== undefined;
    if (!isStatus) actions.push({ action: entry, statuses: [] });
    else if (actions.length === 0) actions.push({ statuses: [entry] });
    else actions.at(-1)?.statuses.push(entry);
  }
  return { actions: actions.reverse(), isComplete: true };
}

function readEvent({ action, statuses }: ActionEntry): AppEvent {
  const { __typename: typeName, triggerType, ...details } = toObject(toObject(action).event);
  return {
    // For example, `RestartAction` becomes "restart".
    ...(typeof typeName === 'string' && { action: typeName.replace(/Action$/, '').toLowerCase() }),
    ...details,
    ...(triggerType !== undefined && { trigger: triggerType as string | null }),
    statuses: objectsIn<Record<string, unknown>>(statuses).map((entry) => {
      const { status, reason, recordAt } = toObject(entry.event);
      return { status, reason, recordAt } as AppEvent['statuses'][number];
    }),
  };
}

/** Returns false if an earlier page already contained the event, because pages may overlap. */
function addIfNew(event: AppEvent, seenKeys: Set<string>): boolean {
  const { executionId, action, recordAt } = event;
  const key = JSON.stringify([executionId, action, recordAt]);
  if (seenKeys.has(key)) return false;
  seenKeys.add(key);
  return true;
}
