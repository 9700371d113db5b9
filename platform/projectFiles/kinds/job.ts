import { writtenFields } from '../../graphql/selection/supported';
import { buildFileSelection } from '../../resources/entityFields';
import { JOB } from '../../resources/job/fields';
import { Jobs } from '../../resources/job/job';
import { toObject, toText, valueAt } from '../../common/text/values';
import type { Destination, WantedStep } from '../plan/step';
import type { EntityDefinition } from './definition';
import { listFileFields } from './fields';
import {
  toFileAlerting,
  getCurrentVersion,
  toFileDocker,
  toDockerSettings,
  completeVersion,
} from './shared';

const FIELDS = listFileFields(JOB);
const VERSION_FIELDS = `number creationDate ${buildFileSelection(JOB.version)}`;

export const job: EntityDefinition = {
  fields: FIELDS,
  hasTechnology: true,
  variableScope: 'JOB',
  hasAlias: true,
  selection: writtenFields(`
    id technology { id } ${buildFileSelection(JOB.settings)}
    versions(onlyCurrent: true) { ${VERSION_FIELDS} } versions { isCurrent ${VERSION_FIELDS} }
  `),
  // Pipelines refer to jobs. A deploy keeps allowed technologies that jobs use, so plans of technologies also need the jobs.
  neededFor: ['jobs', 'pipelines', 'technologies'],
  fromPlatform(entity, snapshot) {
    const version = getCurrentVersion(entity);
    return {
      alerting: toFileAlerting('job', entity),
      'version.docker': toFileDocker(snapshot, version),
      'version.package': toObject(version.packageInfo).name,
    };
  },
  toVersionSettings,
  resource: Jobs,
  async prepareCreate(step, settings, version, { endpoint, projectId, options }) {
    const { wanted, technologyId = '', package: file } = step;
    const category = toText(wanted.doc.category) ?? '';
    const values = { ...settings, projectId, name: wanted.name, category, technologyId };
    return await new Jobs(endpoint).prepareCreate({ values }, { values: version, file }, options);
  },
  async prepareVersion({ package: file }, id, version, { endpoint, options }) {
    return await new Jobs(endpoint).prepareAddVersion(id, { values: version, file }, options);
  },
};

function toVersionSettings(step: WantedStep, { releaseNote }: Destination) {
  const version = completeVersion(step, FIELDS);
  const text = (path: string) => toText(valueAt(version, path));
  return {
    ...toDockerSettings(step, version),
    commandLine: text('commandLine'),
    runtimeVersion: text('runtimeVersion'),
    sourceUrl: text('sourceUrl'),
    extraLanguage: text('extraTechnology.language'),
    extraLanguageVersion: text('extraTechnology.version'),
    ...(step.keepsPackage ? { usePreviousArtifact: true } : { packageName: text('package') }),
    releaseNote,
  };
}
