import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { patience } from '@mintmark/testing/patience';
import type { Target } from './target.ts';

/** The code of the newest mail to an address, among the mail that a target keeps instead of sending it. */
export async function readSentCode({ mailDirectories }: Pick<Target, 'mailDirectories'>, to: string): Promise<string> {
  for (const start = performance.now(); performance.now() - start < patience; await setTimeout(50)) {
    const files = (await Promise.all(mailDirectories.map(listMail))).flat();
    // Their names begin with the time.
    for (const { directory, name } of files.toSorted((one, other) => (one.name < other.name ? 1 : -1))) {
      const mail = await readFile(join(directory, name), 'latin1');
      const [, code] = mail.includes(`\r\nTo: ${to}\r\n`) ? (/\r\n([0-9A-Z]{6,9})\r\n/.exec(mail) ?? []) : [];
      if (code !== undefined) return code;
    }
  }
  throw new Error(`no mail to ${to} has arrived`);
}

const listMail = async (directory: string) => {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => name.endsWith('.eml')).map((name) => ({ directory, name }));
};
