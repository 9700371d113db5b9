import type { ItemOperation, Resource } from '../../shared/operation';
import type { SettingsClient } from '../settingsClient';

export type SettingsOperation = ItemOperation<SettingsClient>;
export type SettingsResource = Resource<SettingsClient>;
