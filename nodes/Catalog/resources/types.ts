import type { ItemOperation, Resource } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';

export type CatalogOperation = ItemOperation<PlatformClient>;
export type CatalogResource = Resource<PlatformClient>;
