import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

/** The runtime that a bundle is for, which decides the export conditions. */
export type BundleTarget = 'browser' | 'workerd';

export interface Bundle {
  readonly code: string;
  /** The source files that are part of the bundle, as paths from the root of the repository. */
  readonly sources: readonly string[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Bundles a module given as source text. Its imports resolve as if it were a file of this package. */
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
