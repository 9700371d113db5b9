import type { FileContent } from '../../content/fileContent';
import { hashOf, hashOfContent } from '../../content/hash';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';

/** The package of a version, as the platform returns it. */
export interface PackageInfo {
  name?: string;
  downloadUrl?: string | null;
}

/** Whether a version already has this file, by what is in it. A package that cannot be read is another one. */
export async function hasPackage(
  platform: Platform,
  current: PackageInfo | null | undefined,
  file: FileContent,
  options?: CallOptions,
): Promise<boolean> {
  if (!current?.downloadUrl) return false;
  return await platform.readPackage(
    current.downloadUrl,
    async ({ size, body }) => {
      if (size !== undefined && size !== file.size) return false;
      const [stored, wanted] = [await hashOf(body), await hashOfContent(file)];
      return stored === wanted;
    },
    options,
    'lent',
  );
}
