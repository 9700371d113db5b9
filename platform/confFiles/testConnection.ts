import { randomUUID } from 'node:crypto';
import { OutcomeUnknownError, PlatformError } from '../errors/errors';
import { isNotFound } from './refusals';
import type { ConfFileService } from './service';

/**
 * Tries the upload token at the public address, then the local address; what is empty comes through the cluster. Leaves nothing behind: the token is tried by
 * deleting a file of a random name, which cannot be there.
 * @throws PlatformError that tells which of the two does not work
 */
export async function testConnection(service: ConfFileService): Promise<void> {
  if (service.canChange) await testUploadToken(service);
  if (!service.canRead) return;
  try {
    await service.list('/');
  } catch (error) {
    if (!(error instanceof PlatformError) || !service.canChange) throw error;
    throw new PlatformError(
      `The upload token works, so files can be uploaded and deleted. The local address does not: ${error.message}`,
      { hint: error.hint, reach: error.reach, status: error.status, cause: error },
    );
  }
}

async function testUploadToken(service: ConfFileService): Promise<void> {
  try {
    await service.delete(`/n8n-credential-test-${randomUUID()}`);
  } catch (error) {
    const failure = error instanceof OutcomeUnknownError ? error.failure : error;
    if (isNotFound(failure) && failure.sentBy !== 'gateway') return;
    throw failure;
  }
}
