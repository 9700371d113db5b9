import { schemaFiles } from '../../schemas/files';
import { projectFileSchemas } from '../../schemas/projectFiles';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn, readText } from '../support/repository';
import { writtenAnewBy } from '../support/writtenAnew';

const textsIn = (folder: string, pattern: string) =>
  Object.fromEntries(filesIn(folder, pattern).map((name) => [name, readText(folder, name)]));

test('the files of output schemas are those that `npm run schemas` writes', () => {
  writtenAnewBy('npm run schemas', () =>
    expect(textsIn('nodes', '**/__schema__/**/*.json')).toEqual(Object.fromEntries(schemaFiles())),
  );
});

test.each(['docs/project-files', `${PACKAGE_FOLDER}/dist/project-files`])(
  '%s has the JSON Schemas of the files of projects that the code has',
  (folder) => {
    const schemas = Object.fromEntries(projectFileSchemas());
    expect(textsIn(folder, '*.schema.json')).toEqual(schemas);
  },
);
