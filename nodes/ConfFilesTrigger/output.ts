import { fields } from '../shared/operation/output';

export const OUTPUT = fields('event path size:integer modifiedAt');
