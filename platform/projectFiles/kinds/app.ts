import { writtenFields } from '../../graphql/selection/supported';
import { Apps } from '../../resources/app/app';
import { APP } from '../../resources/app/fields';
import type { AppPort } from '../../resources/app/portsAndVolumes';
import { objectsIn } from '../../resources/entities';
import { buildFileSelection } from '../../resources/entityFields';
import { toText, valueAt } from '../../common/text/values';
import { toCanonicalText, compareTexts } from '../files/stableJson';
import type { Destination, WantedStep } from '../plan/step';
import type { RawEntity, Snapshot } from '../target/snapshot';
import type { EntityDefinition } from './definition';
import { listFileFields } from './fields';
import {
  toFileAlerting,
  getCurrentVersion,
  toFileDocker,
  toDockerSettings,
  findEntityTechnology,
  completeVersion,
} from './shared';

const FIELDS = listFileFields(APP);

type Fields = Record<string, unknown>;

export const app: EntityDefinition = {
  fields: FIELDS,
  hasTechnology: true,
  variableScope: 'APP',
  hasAlias: false,
  selection: writtenFields(`
    id technology { id } ${buildFileSelection(APP.settings)}
    currentVersion { number ${buildFileSelection(APP.version)} }
  `),
  // A deploy keeps allowed technologies that apps use, so plans of technologies also need the apps.
  neededFor: ['apps', 'technologies'],
  fromPlatform(entity, snapshot, findKey) {
    const version = getCurrentVersion(entity);
    const volumes = objectsIn<Fields>(version.volumesWithPath).map(({ path, volume }) => ({
      path,
      volume: findKey('volume', volume),
    }));
    return {
      alerting: toFileAlerting('app', entity),
      'version.context': toFileContext(snapshot, entity, version),
      'version.docker': toFileDocker(snapshot, version),
      'version.ports': sortByText(objectsIn(version.ports)),
      'version.volumes': sortByText(volumes),
    };
  },
  listReferences(doc) {
    const volumes = objectsIn<Fields>(valueAt(doc, 'version.volumes'));
    const keys = new Set(volumes.flatMap(({ volume }) => toText(volume) ?? []));
    return [...keys].map((key) => ({ kind: 'volume', key }));
  },
  toVersionSettings,
  resource: Apps,
  async prepareCreate({ technologyId }, values, version, { endpoint, projectId, options }) {
    const app = { projectId, technologyId, values };
    return await new Apps(endpoint).prepareNew(app, { values: version }, options);
  },
  async prepareVersion(_step, id, version, { endpoint, options }) {
    return await new Apps(endpoint).prepareNewVersion(id, { values: version }, options);
  },
};

function toFileContext(
  snapshot: Snapshot,
  entity: RawEntity,
  { runtimeContextId }: Fields,
): string | undefined {
  const id = toText(runtimeContextId);
  const contexts = findEntityTechnology(snapshot, entity)?.contexts;
  return contexts?.find((context) => context.id === id)?.label ?? id;
}

function sortByText<Value>(values: Value[]): Value[] {
  return values.sort((one, other) => compareTexts(toCanonicalText(one), toCanonicalText(other)));
}

function toVersionSettings(step: WantedStep, { releaseNote, ids }: Destination) {
  const { contextId, current } = step;
  const version = completeVersion(step, FIELDS);
  const volumes = objectsIn<Fields>(version.volumes);
  const hadVolumes = valueAt(current?.doc, 'version.volumes') !== undefined;
  const hasContext = version.context !== undefined && contextId !== undefined;
  return {
    ...toDockerSettings(step, version),
    ports: objectsIn<AppPort>(version.ports).map((port) => ({
      ...port,
      isRewriteUrl: port.isRewriteUrl === true,
    })),
    ...(hasContext && { runtimeContextId: contextId }),
    ...((volumes.length > 0 || hadVolumes) && {
      volumes: volumes.map(({ path, volume }) => ({
        path: toText(path) ?? '',
        volumeId: ids.volume.get(toText(volume) ?? '') ?? '',
      })),
    }),
    releaseNote,
  };
}
