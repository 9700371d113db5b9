import type { PlatformClient } from '../../../platform/client';
import { InvalidInputError } from '../../../platform/errors/errors';
import type { OperationCall } from '../operation/operation';

/** A run as people speak of it: its number, and whose run it is where that is said, too. */
interface RunNumber {
  number: number;
  parent?: string;
}

/** Older runs are given by their IDs. */
const LATEST_RUNS = 1000;

const RUN_NUMBER_TEXT =
  /^(?:(?:job |pipeline )?run )?#?(\d{1,9})(?: of (?:the )?(?:(?:job|pipeline) )?(.+))?$/i;

/** Reads `17`, `run 17` or `run 17 of job Import weather`; undefined for anything else, as an ID. */
export function readRunNumber(given: string | undefined): RunNumber | undefined {
  const [, number, parent] = RUN_NUMBER_TEXT.exec(given ?? '') ?? [];
  if (number === undefined) return undefined;
  return { number: Number(number), parent: parent?.replace(/^"(.*)"$/, '$1') };
}

/** @throws InvalidInputError if no such run is among the latest ones */
export async function runIdOf(
  { client, options }: OperationCall<PlatformClient>,
  noun: string,
  parentId: string,
  number: number,
): Promise<string> {
  const { list } = noun === 'pipeline' ? client.pipelineRuns : client.jobRuns;
  const runs = await list(parentId, LATEST_RUNS, options);
  const found = runs.find((run) => run.number === number);
  if (found) return found.id;
  throw new InvalidInputError(
    `The ${noun} has no run ${number}`,
    `None of its latest ${LATEST_RUNS} runs has this number. For an older run, use its ID.`,
  );
}
