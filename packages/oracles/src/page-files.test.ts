import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patience } from '../../testing/src/patience.ts';
import { savePageFiles } from './page-files.ts';

test(
  'behavior: the files of signing-adapters.md have no type errors',
  () => {
    using page = savePageFiles('signing-adapters.md');
    expect(page.names).toHaveLength(5);
    const config = {
      extends: join(import.meta.dirname, '../tsconfig.json'),
      compilerOptions: { lib: ['es2024', 'esnext.disposable', 'dom'] },
      include: ['*.ts'],
      references: [],
    };
    writeFileSync(join(page.directory, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', page.directory], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  },
  patience,
);
