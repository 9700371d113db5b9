import { startProgram, type FieldServer } from './program';

/** `openssl s_server` on a free port; it expects TLS and answers nothing. @param options as `['-tls1_2']` */
export async function startOpensslServer(options: string[]): Promise<FieldServer> {
  let accept = '';
  return await startProgram({
    name: 'openssl',
    configuration: (port) => {
      accept = `127.0.0.1:${port}`;
      return '';
    },
    arguments: () => ['s_server', '-accept', accept, '-quiet', ...options],
  });
}
