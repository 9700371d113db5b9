import { writtenFields } from '../../graphql/selection/supported';
import { Apps } from '../../resources/app/app';
import { APP } from '../../resources/app/fields';
import type { AppPort } from '../../resources/app/portsAndVolumes';
import { objectsIn } from '../../resources/entities';
import { buildFileSelection } from '../../resources/entityFields';
import { toText, valueAt } from '../../common/text/values';
import { canonicalText, compareTexts } from '../files/stableJson';
import type { Destination, WantedStep } from '../plan/step';
import type { RawEntity, Snapshot } from '../target/snapshot';
import type { EntityDefinition } from './definition';
import { fieldsInFile } from './fields';
import {
  alertingInFile,
  currentVersion,
  dockerInFile,
  dockerToSet,
  technologyIn,
  versionInFile,
} from './shared';

const FIELDS = fieldsInFile(APP);

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
  // A deploy keeps technologies that apps use.
  neededFor: ['apps', 'technologies'],
  fromPlatform(entity, snapshot, keyOf) {
    const version = currentVersion(entity);
    const volumes = objectsIn<Fields>(version.volumesWithPath).map(({ path, volume }) => ({
      path,
      volume: keyOf('volume', volume),
    }));
    return {
      alerting: alertingInFile('app', entity),
      'version.context': contextInFile(snapshot, entity, version),
      'version.docker': dockerInFile(snapshot, version),
      'version.ports': byText(objectsIn(version.ports)),
      'version.volumes': byText(volumes),
    };
  },
  references(doc) {
    const volumes = objectsIn<Fields>(valueAt(doc, 'version.volumes'));
    const keys = new Set(volumes.flatMap(({ volume }) => toText(volume) ?? []));
    return [...keys].map((key) => ({ kind: 'volume', key }));
  },
  versionToSet,
  resource: Apps,
  async prepareCreate({ technologyId }, values, version, { endpoint, projectId, options }) {
    const app = { projectId, technologyId, values };
    return await new Apps(endpoint).prepareNew(app, { values: version }, options);
  },
  async prepareVersion(_step, id, version, { endpoint, options }) {
    return await new Apps(endpoint).prepareNewVersion(id, { values: version }, options);
  },
};

function contextInFile(
  snapshot: Snapshot,
  entity: RawEntity,
  { runtimeContextId }: Fields,
): string | undefined {
  const id = toText(runtimeContextId);
  const contexts = technologyIn(snapshot, entity)?.contexts;
  return contexts?.find((context) => context.id === id)?.label ?? id;
}

function byText<Value>(values: Value[]): Value[] {
  return values.sort((one, other) => compareTexts(canonicalText(one), canonicalText(other)));
}

function versionToSet(step: WantedStep, { releaseNote, ids }: Destination) {
  const { contextId, current } = step;
  const version = versionInFile(step, FIELDS);
  const volumes = objectsIn<Fields>(version.volumes);
  const hadVolumes = valueAt(current?.doc, 'version.volumes') !== undefined;
  const hasContext = version.context !== undefined && contextId !== undefined;
  return {
    ...dockerToSet(step, version),
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
