import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, postPatiently } from '@mintmark/server/test/load';
import { expect, test } from 'vitest';
import { createPreparedInstallation } from '../../test/installation.ts';
import { runMintmark } from '../../test/run-mintmark.ts';

test('default: writes heads while the service runs, and verifies them after it stopped', async () => {
  await using installation = await createPreparedInstallation();
  const { env, dataDirectory } = installation;
  const file = join(dataDirectory, 'heads.jsonl');
  {
    await using service = await installation.startHere();
    const root = await installation.readRoot();
    const wrote = await runMintmark(['audit', 'heads', '--file', file], env);
    expect(wrote).toEqual({ code: 0, stdout: `wrote the heads of 1 organizations to ${file}\n`, stderr: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const body = bodyOf(root, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
    expect(
      await postPatiently(service.url, { actor: root, operation: 'create_user_tag', body } as never),
    ).toMatchObject({
      status: 200,
    });
  }
  const verified = await runMintmark(['audit', 'verify', '--heads', file], env);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  expect(verified.stdout).toMatch(/\nheads: 1, written at \d{4}-[^\n]+\nThe audit log is valid\.\n$/);
  const again = await runMintmark(['audit', 'heads', `--file=${file}`], env);
  expect(again).toMatchObject({ code: 1, stderr: `mintmark: ${file} already exists and is not overwritten\n` });
  const anotherHash = (_: string, digit: string) => `"hash":"${digit === '0' ? '1' : '0'}`;
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"hash":"(.)/, anotherHash));
  const changed = await runMintmark(['audit', 'verify', '--heads', file], env);
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('did not sign these heads') });
  const missing = await runMintmark(['audit', 'verify', '--heads', 'nowhere'], env);
  expect(missing).toMatchObject({ code: 1, stderr: 'mintmark: nowhere cannot be read: ENOENT\n' });
});
