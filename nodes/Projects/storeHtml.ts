import type { IBinaryData } from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import type { ItemCall } from '../shared/operation/operation';
import { storeBinary } from '../shared/items/storeBinary';

/** Keeps an HTML page as n8n's binary data. */
export async function storeHtml(
  { client, execution }: ItemCall<PlatformClient>,
  name: string,
  html: string,
): Promise<IBinaryData> {
  const body = client.projectFiles.ownPieces(html);
  return await storeBinary(execution.helpers, { body, name, mimeType: 'text/html' });
}
