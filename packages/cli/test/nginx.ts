import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '@mintmark/testing/free-port';
import { stranger } from '@mintmark/testing/runs-as-root';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';

/** A real nginx in front of a service, with the configuration from the README. It ends with its scope. */
export async function startNginx(serviceUrl: string): Promise<AsyncDisposable & { readonly url: string }> {
  const directory = await temporaryDirectory();
  const port = await findFreePort();
  const file = join(directory.path, 'nginx.conf');
  await writeFile(file, configurationOf(await readLocation(serviceUrl), port));
  // Root can choose any user. Everybody else is one already.
  const user = process.getuid?.() === 0 ? { uid: stranger, gid: stranger } : {};
  if (user.uid !== undefined) for (const path of [directory.path, file]) await chown(path, user.uid, user.gid);
  const child = spawn('nginx', ['-e', 'stderr', '-p', directory.path, '-c', file], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  const ended = once(child, 'close');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${words}`);
    await setTimeout(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
      await directory[Symbol.asyncDispose]();
    },
  };
}

/** The location that the README shows, for a service elsewhere. */
async function readLocation(serviceUrl: string): Promise<string> {
  const readme = await readFile(join(import.meta.dirname, '../../server/README.md'), 'utf8');
  const [, location] = /```nginx\n(.*?)```/s.exec(readme) ?? [];
  if (!location?.includes('http://127.0.0.1:8080;')) throw new Error('the README shows no configuration of nginx');
  return location.replace('http://127.0.0.1:8080;', `${serviceUrl};`);
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);

/** One process, which writes only to its own directory. */
const configurationOf = (location: string, port: number) => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    ${location}
  }
}
`;

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
