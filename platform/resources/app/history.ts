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
  /** The platform's word for the cause. */
  trigger?: string | null;
  versionNumber?: number;
  executionId?: string;
  /** Oldest first. */
  statuses: Array<{ status?: string; reason?: string | null; recordAt?: string }>;
}

/** Each event is an action with its statuses; before about 2023-08, one action or one status. */
const EVENT = writtenFields(
  'id action { event transitionTime } statuses { event transitionTime } event transitionTime',
);
const EVENTS_A_PAGE = 100;
const MAX_EVENTS = 100_000;

const RUNNING_VERSION = writtenFields('id history { id runningVersionNumber startTime }');
const STATS = writtenFields('uptimePercentage downtimePercentage recoveredCount');

export class AppHistory {
  constructor(private readonly endpoint: GraphqlEndpoint) {}

  /** Newest first. */
  async list(appId: unknown, limit: number, options?: CallOptions): Promise<AppEvent[]> {
    const id = readIdentifier(appId, 'app');
    const events: AppEvent[] = [];
    const seen = new Set<string>();
    const most = Math.min(limit, MAX_EVENTS);
    while (events.length < most) {
      const size = Math.min(EVENTS_A_PAGE, most - events.length);
      const page = await readPage(this.endpoint, id, size, events.length, options);
      const added = page.map(readEvent).filter((event) => isNew(event, seen));
      events.push(...added);
      if (page.length < size || added.length === 0) break;
    }
    return events.slice(0, most);
  }

  /**
   * Returns the platform's figures of an app since its last start.
   * @throws PlatformError if the app has never run
   */
  async getStats(appId: unknown, options?: CallOptions): Promise<Record<string, unknown>> {
    const id = readIdentifier(appId, 'app');
    const wanted = { name: 'app', what: 'app', id, fields: RUNNING_VERSION } as const;
    const app = await readOneEntity(this.endpoint, () => wanted, options);
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
    const hasStatuses = selectPresent(schema, events.type, writtenFields('statuses { event }'));
    if (hasStatuses.length === 0) requireResultField({ field: events }, 'event');
    const history = `history { events(limit: ${limit}, skip: ${skip}) { ${EVENT} } events { ${EVENT} } }`;
    const text = writtenFields(history);
    return { arguments: buildIdArgument(root, 'app', id), selection: { mode: 'supported', text } };
  };
  const app = await callRootField(endpoint, 'query', 'app', call, options);
  if (!isObject(app)) throw unknownEntityError('app', id);
  return actionsIn(objectsIn(toObject(app.history).events)).actions;
}

/** The statuses are oldest first. */
interface ActionEntry {
  action?: unknown;
  statuses?: unknown;
}

/**
 * Reads the events of a history: a list of actions, newest first, or, until about 2023-08, a flat list of actions and statuses,
 * oldest first.
 * @returns actions, newest first, and whether they are the whole history
 */
export function actionsIn(events: unknown): { actions: ActionEntry[]; isWhole: boolean } {
  const entries = toList(events).filter(isObject);
  if (!entries.some(({ event }) => isObject(event))) return { actions: entries, isWhole: false };
  const actions: Array<{ action?: unknown; statuses: unknown[] }> = [];
  for (const entry of entries) {
    const isStatus = toText(toObject(entry.event).status) !== undefined;
    if (!isStatus) actions.push({ action: entry, statuses: [] });
    else if (actions.length === 0) actions.push({ statuses: [entry] });
    else actions.at(-1)?.statuses.push(entry);
  }
  return { actions: actions.reverse(), isWhole: true };
}

function readEvent({ action, statuses }: ActionEntry): AppEvent {
  const { __typename: kind, triggerType, ...done } = toObject(toObject(action).event);
  return {
    // `RestartAction` means "restart".
    ...(typeof kind === 'string' && { action: kind.replace(/Action$/, '').toLowerCase() }),
    ...done,
    ...(triggerType !== undefined && { trigger: triggerType as string | null }),
    statuses: objectsIn<Record<string, unknown>>(statuses).map((entry) => {
      const { status, reason, recordAt } = toObject(entry.event);
      return { status, reason, recordAt } as AppEvent['statuses'][number];
    }),
  };
}

function isNew(event: AppEvent, seen: Set<string>): boolean {
  const { executionId, action, recordAt } = event;
  const key = JSON.stringify([executionId, action, recordAt]);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
