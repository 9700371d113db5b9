import { InvalidInputError, PlatformError, UnsupportedError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { eventLoopYielder } from '../../time/concurrency';
import { prepareEntity, prepareSettings, prepareVersion } from './entityChanges';
import { block, type Destination, type EntityStep, type WantedStep } from './steps';

/** Stands for the IDs that a deploy will be given. */
const LATER_ID = '00000000-0000-4000-8000-000000000000';
const MAX_CHARACTERS = 500;

interface RequestTarget extends Pick<Destination, 'endpoint' | 'capabilities' | 'options'> {
  /** Undefined for a project that has to be made. */
  projectId?: string;
  /** Those that are there, by their keys. */
  ids: Record<'job' | 'volume', ReadonlyMap<string, string>>;
}

/**
 * Writes each request of a deploy by the target's live schema, and sends none: what does not fit blocks its step, before
 * anything is changed.
 */
export async function checkRequests(
  steps: readonly EntityStep[],
  { projectId = LATER_ID, ids, ...where }: RequestTarget,
): Promise<void> {
  const idsOf = (kind: 'job' | 'volume') => {
    const ofKind = steps.filter((step) => step.kind === kind);
    const later = ofKind.map(({ key }): [string, string] => [key, LATER_ID]);
    return new Map([...later, ...ids[kind]]);
  };
  const destination = { ...where, projectId, ids: { job: idsOf('job'), volume: idsOf('volume') } };
  const yieldToEventLoop = eventLoopYielder();
  for (const step of steps.filter(isSent)) {
    await yieldToEventLoop();
    const why = await refusal(step, destination);
    if (why === undefined) continue;
    block(step, why);
  }
}

function isSent(step: EntityStep): step is WantedStep {
  return step.wanted !== undefined && (step.action === 'create' || step.action === 'update');
}

async function refusal(step: WantedStep, destination: Destination): Promise<string | undefined> {
  try {
    if (!step.present) await prepareEntity(step, destination);
    else {
      await prepareSettings(step, step.present.id, destination);
      await prepareVersion(step, step.present.id, destination);
    }
    return undefined;
  } catch (error) {
    const isOfRequest = error instanceof InvalidInputError || isUnsupported(error);
    if (!isOfRequest) throw error;
    const said = `${error.message}: ${error.hint}`.replace(/\s*Nothing was sent\.$/, '');
    return `The target does not accept it. ${excerpt(said, [], MAX_CHARACTERS)}`;
  }
}

/** Whether the schema was read, and lacks a value of this request rather than the whole operation. */
function isUnsupported(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error instanceof UnsupportedError) return false;
  return error.code === 'NOT_SUPPORTED' && error.sends === 0;
}
