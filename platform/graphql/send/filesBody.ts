import { bytesContent } from '../../content/fileContent';
import { multipartBody } from '../../http/send/multipart';
import type { GraphqlRequest } from './request';

/** The GraphQL multipart request: the request itself, a map of which file belongs where, then the files. */
export function filesBody({ files = [], ...request }: GraphqlRequest) {
  const map = Object.fromEntries(files.map(({ path }, index) => [String(index), [path]]));
  const json = (value: unknown) =>
    bytesContent(Buffer.from(JSON.stringify(value)), 'application/json');
  return multipartBody([
    { name: 'operations', content: json(request) },
    { name: 'map', content: json(map) },
    ...files.map(({ name, content }, index) => ({
      name: String(index),
      fileName: content.fileName ?? name,
      content,
    })),
  ]);
}
