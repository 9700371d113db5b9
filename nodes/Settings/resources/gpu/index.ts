import type { SettingsClient } from '../../settingsClient';
import type { Resource } from '../../../shared/operation/operation';
import { get } from './get';

export const gpu: Resource<SettingsClient> = { value: 'gpu', name: 'GPU', operations: [get] };
