import { defineFields } from '../shared/operation/output';

export const OUTPUT = defineFields('event path size:integer modifiedAt');
