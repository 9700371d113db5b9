import type { Operation, Resource } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';

export type ProjectsOperation = Operation<PlatformClient>;
export type ProjectsResource = Resource<PlatformClient>;
