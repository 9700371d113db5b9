import { randomUUID } from 'node:crypto';
import { OutcomeUnknownError, PlatformError } from '../common/errors/errors';
import { isNotFound, isNotFoundByService, isRefusedToken } from './refusals';
import type { ConfFileService } from './service';

const WITHOUT_TOKEN =
  'Files can be read. The upload token is empty, so uploads and deletes need the token from the cluster.';
const NOTHING_TESTED = 'Nothing was tested: the upload token and the local address are empty.';

/**
 * Tests the upload token at the public address, then the local address; an empty one is not tested. To test the token, it
 * deletes a file with a random name, which cannot exist.
 * @returns note that the token was not tested; undefined if it was
 * @throws PlatformError if one of the two does not work
 */
export async function testConfFiles(service: ConfFileService): Promise<string | undefined> {
  if (service.canChange) await testUploadToken(service);
  if (!service.canRead) return service.canChange ? undefined : NOTHING_TESTED;
  try {
    await service.list('/');
  } catch (error) {
    // The top folder always exists if the customer and the platform do.
    if (isNotFoundByService(error)) {
      const hint = 'Copy both from the address of a configuration file.';
      throw prefixError('The customer or the platform ID is wrong', error as PlatformError, hint);
    }
    if (!(error instanceof PlatformError) || !service.canChange) throw error;
    throw prefixError(
      'The upload token works, so files can be uploaded and deleted. The local address does not',
      error,
    );
  }
  return service.canChange ? undefined : WITHOUT_TOKEN;
}

async function testUploadToken(service: ConfFileService): Promise<void> {
  try {
    await service.delete(`/n8n-credential-test-${randomUUID()}`);
  } catch (error) {
    const failure = error instanceof OutcomeUnknownError ? error.failure : error;
    if (isNotFound(failure) && failure.sentBy !== 'gateway') return;
    if (!isRefusedToken(failure)) throw failure;
    throw prefixError('The upload token is wrong', failure as PlatformError);
  }
}

function prefixError(prefix: string, error: PlatformError, hint = error.hint): PlatformError {
  const { status } = error;
  return new PlatformError(`${prefix}: ${error.message}`, { hint, status, cause: error });
}
