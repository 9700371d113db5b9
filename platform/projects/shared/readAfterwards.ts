import { CancelledError, NotReadAfterwardsError, PlatformError } from '../../errors/errors';

/**
 * Reads what a change has made; for changes whose repetition changes nothing more.
 * @param what as "job"
 * @param done in a sentence, as "The job … was updated"
 * @throws NotReadAfterwardsError where it cannot be read: the change is made all the same
 */
export async function readAfterwards<Result>(
  what: string,
  done: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    throw new NotReadAfterwardsError(
      `${done}, but the ${what} could not be read afterward: ${error.message}`,
      {
        hint: `Do not repeat it. ${error.hint}`,
        reach: 'answered',
        status: error.status,
        cause: error,
      },
    );
  }
}
