import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from './temporary-directory.ts';

/** A certificate for these names (`DNS:a.test`, `IP:127.0.0.1`), which is its own authority, and its key, in PEM. */
export async function makeCertificate(names: readonly string[]): Promise<{ cert: string; key: string }> {
  await using directory = await temporaryDirectory();
  const [cert, key] = [join(directory.path, 'cert.pem'), join(directory.path, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`];
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-out', cert, '-keyout', key]);
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
}
