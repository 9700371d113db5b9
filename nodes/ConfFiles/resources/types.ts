import type { ItemOperation, Resource, WholeInputOperation } from '../../shared/operation';
import type { ConfFilesClient } from '../confFilesClient';

export type ConfFilesOperation = ItemOperation<ConfFilesClient>;
export type ConfFilesWholeInputOperation = WholeInputOperation<ConfFilesClient>;
export type ConfFilesResource = Resource<ConfFilesClient>;

/** Transfers at once: each may be large. */
export const CONCURRENT_TRANSFERS = 8;
