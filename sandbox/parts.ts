import { Sessions } from './access/guard';
import { Tokens } from './access/tokens';
import { Faults } from './faults/faults';
import { createConfFiles, ConfStore } from './confFiles/store';
import { Stats } from './http/stats';
import { createCluster } from './kubernetes/cluster';
import { type SandboxOptions, readSettings } from './options';
import { SchedulePlayer } from './schedules/player';
import { createDemoSettings } from './platformSettings/routes';
import { SandboxStore } from './store/store';

/** Creates the parts of a sandbox that its routes share. */
export function createParts(options: SandboxOptions) {
  const settings = readSettings(options);
  const { database, clock, scriptDefaults, login } = settings;
  const store = new SandboxStore(database, clock, scriptDefaults, login);
  const confStore = new ConfStore(store.database, settings);
  return {
    settings,
    store,
    /** Undefined if schedules are not played. */
    schedules: settings.playsSchedules ? new SchedulePlayer(store) : undefined,
    confStore,
    confFiles: createConfFiles(confStore),
    platformSettings: createDemoSettings(settings.platformId),
    cluster: createCluster(settings.uploadToken),
    tokens: new Tokens(settings),
    sessions: new Sessions(),
    faults: new Faults(),
    stats: new Stats(),
  };
}

export type SandboxParts = ReturnType<typeof createParts>;
