import type { PlatformClient } from '../../../platform/client';
import type { Resources } from '../../shared/operation/operation';
import { context } from './context';
import { graphql } from './graphql';
import { repository } from './repository';
import { technology } from './technology';

export const resources: Resources<PlatformClient> = [technology, repository, context, graphql];
