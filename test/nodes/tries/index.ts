import { OTHER_TRIES } from './otherNodes';
import type { OperationTry } from './operationTry';
import { PROJECTS_TRIES } from './projects';

/** Every operation, in the order of the pages. */
export const TRIES: OperationTry[] = [...PROJECTS_TRIES, ...OTHER_TRIES];
