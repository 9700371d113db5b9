import type { ItemOperation, Resource, WholeInputOperation } from '../../shared/operation';
import type { ConfFilesClient } from '../confFilesClient';

export type ConfFilesOperation = ItemOperation<ConfFilesClient>;
export type ConfFilesWholeInputOperation = WholeInputOperation<ConfFilesClient>;
export type ConfFilesResource = Resource<ConfFilesClient>;

/** As many as the service is given connections; each holds a few hundred kilobytes, however large its file. */
export const CONCURRENT_TRANSFERS = 64;
