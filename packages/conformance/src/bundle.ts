import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

/** Which runtime a bundle is for: it decides what the conditions in the packages choose. */
export type BundleTarget = 'browser' | 'workerd';

export interface Bundle {
  readonly code: string;
  /** The files that something of the bundle came from, as paths from the root of the repository. */
  readonly sources: readonly string[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Bundles a module that is given as source; its imports resolve as from a file of this package. */
export async function bundle(source: string, target: BundleTarget, minify = false): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    minify,
    format: 'esm',
    target: 'es2024',
    legalComments: 'none',
    logLevel: 'silent',
    ...(target === 'browser'
      ? { platform: 'browser' }
      : { platform: 'neutral', conditions: ['workerd', 'worker'], mainFields: ['module', 'main'] }),
  });
  return { code: outputFiles[0]?.text ?? '', sources: contributors(metafile) };
}

function contributors({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
}
