import { startProgram, type FieldServer } from './program';

/** Content of the configuration's `http { }`, for the port and the folder that nginx gets. */
export type NginxConfiguration = (port: number, folder: string) => string;

/** Debian's nginx on a free port of loopback. */
export async function startNginx(http: NginxConfiguration): Promise<FieldServer> {
  return await startProgram({
    name: 'nginx',
    configuration: (port, folder) => `
      daemon off;
      worker_processes 1;
      pid ${folder}/nginx.pid;
      error_log stderr notice;
      events { worker_connections 1024; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
          .join('\n')}
        ${http(port, folder)}
      }
    `,
    arguments: (configuration, folder) => ['-p', folder, '-c', configuration, '-e', 'stderr'],
  });
}

/**
 * `server { }` on that port in front of an address.
 * @param rules as `limit_req zone=all burst=2 nodelay;`
 * @param places other `location`s
 */
export function inFrontOf(address: string, port: number, rules = '', places = ''): string {
  return `
    upstream platform { server ${new URL(address).host}; keepalive 64; }
    server {
      listen 127.0.0.1:${port} backlog=1024;
      client_max_body_size 100m;
      location / {
        ${rules}
        proxy_pass http://platform;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
      }
      ${places}
    }
  `;
}
