import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../bundle.ts';
import { type PlatformBinaries, platformFinder } from './platform-binary.ts';
import { Program, withPatience } from './program.ts';
import type { Runtime } from './runtime.ts';

const binaries: PlatformBinaries = {
  'linux-x64': '@cloudflare/workerd-linux-64',
  'linux-arm64': '@cloudflare/workerd-linux-arm64',
  'darwin-x64': '@cloudflare/workerd-darwin-64',
  'darwin-arm64': '@cloudflare/workerd-darwin-arm64',
  path: 'bin/workerd',
};

const configOf = (reach: string | undefined) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "suite", worker = (
    modules = [(name = "suite.js", esModule = embed "suite.js")],
    compatibilityDate = "2026-10-01",
  )), (name = "internet", network = (allow = [${reach ? '"127.0.0.1/32"' : ''}]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "suite")],
);
`;

// workerd forbids random values during start-up, so the suite runs inside a request.
const workerOf = (suite: URL, input: unknown) => `import run from ${JSON.stringify(fileURLToPath(suite))};
export default {
  async fetch() {
    try {
      return Response.json(await run(${JSON.stringify(input)}));
    } catch (error) {
      return new Response(error?.stack ?? String(error), { status: 500 });
    }
  },
};
`;

/** workerd, which runs a bundle as a server on a loopback port and gets one request. */
export const workerd: Runtime = {
  name: 'workerd',
  find: platformFinder('workerd', binaries),
  async run(executable, suite, { input, reach, ...limits } = {}) {
    const { code } = await bundle(workerOf(suite, input), 'workerd');
    const folder = await mkdtemp(join(tmpdir(), 'mintmark-workerd-'));
    try {
      await writeFile(join(folder, 'suite.js'), code);
      await writeFile(join(folder, 'config.capnp'), configOf(reach));
      await using program = new Program('workerd', executable, [
        ...['serve', '--control-fd=1', join(folder, 'config.capnp')],
      ]);
      const failure = program.failure.bind(program);
      return await withPatience(limits, failure, ask(program));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function ask(program: Program): Promise<unknown> {
  const port = await program.printed(/"event":"listen".*?"port":(\d+)/);
  const answer = fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  const response = await Promise.race([answer, program.ended.then(() => undefined)]);
  if (!response) throw program.failure('ended before it answered');
  const text = await response.text();
  if (!response.ok) throw program.failure(`answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
