import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { binProblems } from './bin-problems.ts';

let consumer: string;
beforeEach(async () => {
  consumer = await mkdtemp(join(tmpdir(), 'bin-problems-'));
  await mkdir(join(consumer, 'node_modules/@example/sound'), { recursive: true });
  await writeFile(join(consumer, 'node_modules/@example/sound/package.json'), '{ "type": "module" }');
});
afterEach(() => rm(consumer, { recursive: true }));

async function problemsOf(text: string): Promise<string[]> {
  await writeFile(join(consumer, 'node_modules/@example/sound/bin.js'), text, { mode: 0o644 });
  return binProblems(consumer, '@example/sound', { sound: './bin.js' });
}

describe('binProblems', () => {
  test('default', async () => {
    expect(await problemsOf("#!/usr/bin/env node\nif (process.argv[2] === '--help') console.log('Usage');\n")).toEqual(
      [],
    );
  });

  test('behavior: a package without commands', async () => {
    expect(await binProblems(consumer, '@example/sound', {})).toEqual([]);
  });

  test('behavior: runs on the Node that runs the check', async () => {
    const text = `#!/usr/bin/env node\nif (process.execPath === ${JSON.stringify(process.execPath)}) console.log('Usage');\n`;
    expect(await problemsOf(text)).toEqual([]);
  });

  test('error: a command that does not recognise itself behind a link', async () => {
    const text = [
      '#!/usr/bin/env node',
      "import { fileURLToPath } from 'node:url';",
      "if (process.argv[1] === fileURLToPath(import.meta.url)) console.log('Usage');",
    ];
    expect(await problemsOf(text.join('\n'))).toEqual(['bin sound --help printed nothing']);
  });

  test('error: a missing file', async () => {
    expect(await binProblems(consumer, '@example/sound', { sound: './gone.js' })).toEqual([
      'bin sound: ./gone.js is missing',
    ]);
  });

  test.each(["console.log('Usage');\n", "#!/usr/bin/env node\r\nconsole.log('Usage');\r\n"])(
    'error: no shell would run it with node: %j',
    async (text) => {
      expect(await problemsOf(text)).toEqual(['bin sound: ./bin.js does not start with #!/usr/bin/env node']);
    },
  );

  test('error: a command that throws', async () => {
    expect(await problemsOf("#!/usr/bin/env node\nthrow new RangeError('too far');\n")).toEqual([
      'bin sound --help ended with 1: RangeError: too far',
    ]);
  });

  test('error: a command that fails with its own message', async () => {
    expect(await problemsOf("#!/usr/bin/env node\nconsole.error('\\nno');\nprocess.exitCode = 2;\n")).toEqual([
      'bin sound --help ended with 2: no',
    ]);
  });
});
