import { startProgram, type FieldServer } from './program';

/** Sections `frontend`, `backend`, …, for the port that HAProxy gets. */
export type HaproxyConfiguration = (port: number, folder: string) => string;

/** Debian's HAProxy on a free port of loopback. */
export async function startHaproxy(sections: HaproxyConfiguration): Promise<FieldServer> {
  return await startProgram({
    name: 'haproxy',
    // HAProxy refuses a last line without its end.
    configuration: (port, folder) => `
      global
        maxconn 2000
      defaults
        mode http
        timeout connect 5s
        timeout client 60s
        timeout server 60s
      ${sections(port, folder)}\n`,
    arguments: (configuration) => ['-db', '-f', configuration],
  });
}
