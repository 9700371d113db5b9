import { Sessions } from './access/guard';
import { Tokens } from './access/tokens';
import { Accidents } from './accidents/accidents';
import { confFilesHandle, ConfStore } from './confFiles/store';
import { Stats } from './http/stats';
import { createCluster } from './kubernetes/cluster';
import { type SandboxOptions, settingsFrom } from './options';
import { SchedulePlayer } from './schedules/player';
import { demoSettings } from './platformSettings/routes';
import { SandboxStore } from './store/store';

/** Parts of a sandbox, which its routes use. */
export function partsOf(options: SandboxOptions) {
  const settings = settingsFrom(options);
  const { database, clock, scriptDefaults, login } = settings;
  const store = new SandboxStore(database, clock, scriptDefaults, login);
  const confStore = new ConfStore(store.database, settings);
  return {
    settings,
    store,
    /** Nothing where schedules are not played. */
    schedules: settings.playsSchedules ? new SchedulePlayer(store) : undefined,
    confStore,
    confFiles: confFilesHandle(confStore, settings.listingForm),
    platformSettings: demoSettings(settings.platformId),
    cluster: createCluster(settings.uploadToken),
    tokens: new Tokens(settings),
    sessions: new Sessions(),
    accidents: new Accidents(),
    stats: new Stats(),
  };
}

export type SandboxParts = ReturnType<typeof partsOf>;
