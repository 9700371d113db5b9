import { createHash } from 'node:crypto';

export interface UploadedFile {
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Counts and hashes an uploaded file; its bytes are not kept. */
export async function uploaded(file: File): Promise<UploadedFile> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: file.name, size: bytes.length, sha256 };
}
