import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_FOLDER } from '../../harness/packedPackage';
import type { Scene } from './scene';

/** What a deploy in a process of its own has said: each change, or why there is none. */
interface Said {
  projectId?: string;
  changes?: Array<{ kind: string; name: string; action: string; reason?: string }>;
  message?: string;
  hint?: string;
}

export interface Ended {
  /** Whether it was killed before its end. */
  isKilled: boolean;
  /** Undefined where it was. */
  said?: Said;
}

/** Deploys in processes of their own, from one ZIP file. */
export class DeployProcesses {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'deploy-processes-'));
  private readonly zip: string;

  constructor(private readonly scene: Scene) {
    this.zip = path.join(this.folder, 'project.zip');
    writeFileSync(this.zip, scene.zip);
  }

  /** @param more as a target of another name, or the time to begin at */
  start(more: object = {}): { child: ChildProcess; ended: Promise<Ended> } {
    const { target, projectId, variables, deleteExtraneous } = this.scene;
    const settings = {
      credentials: target.credentials,
      target: { projectId },
      options: { deleteExtraneous, leaveOut: ['*'] },
      variables: [...variables],
      ...more,
    };
    const client = path.join(PACKAGE_FOLDER, 'dist/platform/index.js');
    const script = path.join(__dirname, 'deployProcess.cjs');
    const words = [script, client, this.zip, JSON.stringify(settings)];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    return { child, ended: ended(child) };
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}

async function ended(child: ChildProcess): Promise<Ended> {
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => (text += piece.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return { isKilled: true };
  if (code !== 0) throw new Error(`A deploying process ended with ${code ?? signal}`);
  return { isKilled: false, said: JSON.parse(text) as Said };
}
