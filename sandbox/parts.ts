import type { Tokens } from './access/tokens';
import type { Accidents } from './accidents/accidents';
import type { ConfStore } from './confFiles/store';
import type { SandboxCluster } from './kubernetes/cluster';
import type { SchedulePlayer } from './schedules/player';
import type { Settings } from './options';
import type { PlatformSettings } from './platformSettings/routes';
import type { SandboxStore } from './store/store';
import type { Stats } from './http/stats';

/** What the routes of the server are about. */
export interface ServerParts {
  settings: Settings;
  store: SandboxStore;
  confFiles: ConfStore;
  platformSettings: PlatformSettings;
  cluster: SandboxCluster;
  /** Where configuration files are listed and retrieved; known once both servers listen. */
  confServicePort(): number;
  tokens: Tokens;
  accidents: Accidents;
  stats: Stats;
  /** Left out where schedules are not played. */
  schedules?: SchedulePlayer;
}
