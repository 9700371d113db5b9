import type { SettingsClient } from '../../settingsClient';
import type { Resource } from '../../../shared/operation';
import { get } from './get';

export const gpu: Resource<SettingsClient> = { value: 'gpu', name: 'GPU', operations: [get] };
