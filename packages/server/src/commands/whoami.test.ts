import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MintmarkProcess, runMintmark } from '../../test/mintmark-process.ts';
import { copyPrepared } from '../../test/prepared-directory.ts';

let directory: string;
let running: MintmarkProcess;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-whoami-'));
  await copyPrepared(join(directory, 'postgres'));
  running = await MintmarkProcess.start({ MINTMARK_DATA_DIR: '.' }, directory);
});
afterAll(async () => {
  await running.stop();
  rmSync(directory, { recursive: true, force: true });
});

const readRoot = () => JSON.parse(readFileSync(join(directory, 'root.json'), 'utf8'));

/** Asks with another root.json. */
async function askWith(content: string) {
  const elsewhere = mkdtempSync(join(directory, 'root-'));
  writeFileSync(join(elsewhere, 'root.json'), content);
  return await runMintmark(['whoami'], { MINTMARK_DATA_DIR: '.' }, elsewhere);
}

describe('mintmark whoami', () => {
  test('default', async () => {
    expect(running.stdout).toMatch(/\ntry {11}MINTMARK_DATA_DIR='\.' npm run mintmark -- whoami\n$/);
    const { code, stdout, stderr } = await runMintmark(['whoami'], { MINTMARK_DATA_DIR: '.' }, directory);
    expect([code, stderr]).toEqual([0, '']);
    const { organizationId, userId } = readRoot();
    expect(JSON.parse(stdout)).toEqual({ organizationId, organizationName: 'Mintmark', userId, username: 'Root' });
  });

  test('error: there is no root.json', async () => {
    expect(await runMintmark(['whoami'], {}, directory)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'mintmark: there is no .mintmark/root.json: the first start of the service writes it\n',
    });
  });

  test.each([
    ['that is cut off', () => JSON.stringify(readRoot()).slice(0, -5)],
    ['of something else', () => JSON.stringify({ secret: readRoot().apiPrivateKey })],
    ['that is not an object', () => 'null'],
  ])('error: a root.json %s, without showing its content', async (_, content) => {
    expect(await askWith(content())).toEqual({
      code: 1,
      stdout: '',
      stderr: 'mintmark: root.json is not valid: restore the file that the first start wrote\n',
    });
  });

  test('error: no private key', async () => {
    const { apiPrivateKey: _, ...root } = readRoot();
    expect((await askWith(JSON.stringify(root))).stderr).toBe(
      'mintmark: root.json has no private key: MINTMARK_ROOT_PUBLIC_KEY was used\n',
    );
  });

  test('error: an invalid key, without showing it', async () => {
    const { code, stderr } = await askWith(JSON.stringify({ ...readRoot(), apiPrivateKey: 'abcdef-secret' }));
    expect(code).toBe(1);
    expect(stderr).toBe('mintmark: root.json is not valid: restore the file that the first start wrote\n');
  });

  test('error: no service answers', async () => {
    const { code, stderr } = await askWith(JSON.stringify({ ...readRoot(), baseUrl: 'http://127.0.0.1:1' }));
    expect([code, stderr]).toEqual([1, 'mintmark: no service answers at http://127.0.0.1:1: start it first\n']);
  });

  test('error: the service refuses', async () => {
    const organizationId = '57edc686-4d75-44c8-9591-a0fd76b2c95d';
    const { code, stderr } = await askWith(JSON.stringify({ ...readRoot(), organizationId }));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^mintmark: http:\/\/127\.0\.0\.1:\d+ answers 401: /)]);
  });
});
