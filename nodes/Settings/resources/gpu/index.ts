import type { SettingsResource } from '../types';
import { get } from './get';

export const gpu: SettingsResource = { value: 'gpu', name: 'GPU', operations: [get] };
