import { PROJECTS_ROWS } from './operations';
import { OTHER_ROWS } from './otherNodes';
import type { Row } from './row';
import { TRIGGER_ROWS } from './triggers';

export const ROWS: Row[] = [...PROJECTS_ROWS, ...OTHER_ROWS, ...TRIGGER_ROWS];
