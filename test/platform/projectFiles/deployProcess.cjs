'use strict';

/**
 * Deploys a ZIP file in a process of its own, with the built client, to be killed at any moment.
 * `node deployProcess.cjs <client> <zip> <JSON of credentials, projectId and variables>`
 */
const [client, zip, settings] = process.argv.slice(2);
const { connectPlatform, diskFile } = require(client);
const { credentials, projectId, variables } = JSON.parse(settings);

async function main() {
  const { projectFiles } = connectPlatform(credentials);
  const { files } = await projectFiles.openZip(await diskFile(zip));
  await projectFiles.deploy(
    await projectFiles.parse(files),
    { projectId },
    { variables: new Map(variables), timing: { looksAfterMs: [0], lookEveryMs: 5 } },
  );
  process.exit();
}

void main();
