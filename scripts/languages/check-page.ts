import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generatePrivateKey } from '@mintmark/stamper';
import { Refusal, root } from '../command.ts';
import { readPage } from './page.ts';
import { createRecordingProxy, type RecordingProxy } from './recording-proxy.ts';
import { runCommands } from './run-commands.ts';

export interface PageCheck {
  /** The text of the page. */
  readonly page: string;
  /** The document that its reader has, and what the page calls it. */
  readonly document: { readonly path: string; readonly name: string };
  /** The address of what the program is to call. */
  readonly target: string;
  readonly organizationId: string;
  readonly signal: AbortSignal;
  readonly allowedWarning?: RegExp | undefined;
  readonly report: (line: string) => void;
  /** Leaves the directory in which everything was done. */
  readonly keep?: boolean;
}

/** What the tools of the languages are told besides: to keep to the matter, and where to keep what can be used again. */
const toolSettings = {
  // Less to keep, and no slower.
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_DEV_DEBUG: 'none',
  CARGO_TARGET_DIR: join(root, 'node_modules/.cache/languages/cargo'),
  CARGO_TERM_COLOR: 'never',
  NO_COLOR: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

/** The programs call this machine, also where everything else goes through a proxy. */
const noProxy = [process.env['NO_PROXY'] ?? process.env['no_proxy'], '127.0.0.1'].filter(Boolean).join();

const calls = ['whoami', 'create_users', 'list_earn_vaults'];

/** Does what a page tells its reader to do, in an empty directory, and refuses unless everything is as the page says. */
export async function checkPage(check: PageCheck): Promise<void> {
  const { page, document, target, organizationId, signal, allowedWarning, report, keep } = check;
  const { publicKey, privateKey } = generatePrivateKey('p256').toApiKey();
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-page-'));
  const run = async (commands: string, { url }: RecordingProxy) => {
    report(commands.trimEnd().replaceAll(/^/gm, '  $ '));
    const start = performance.now();
    const env = {
      ...process.env,
      ...toolSettings,
      NO_PROXY: noProxy,
      no_proxy: noProxy,
      MINTMARK_BASE_URL: url,
      MINTMARK_ORGANIZATION_ID: organizationId,
      MINTMARK_API_PUBLIC_KEY: publicKey,
      MINTMARK_API_PRIVATE_KEY: privateKey,
    };
    const printed = await runCommands(commands, { directory, env, signal, allowedWarning });
    report(`  ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return printed;
  };

  try {
    await cp(document.path, join(directory, document.name));
    await using proxy = await createRecordingProxy({ target, publicKey });
    let program = '';
    for (const step of readPage(page)) {
      if ('file' in step) {
        await mkdir(dirname(join(directory, step.file)), { recursive: true });
        await writeFile(join(directory, step.file), step.text);
      } else {
        program = step.commands;
        const printed = await run(step.commands, proxy);
        if (step.output !== undefined && printed !== step.output) {
          throw new Refusal(`it prints\n${printed}and the page shows\n${step.output}`);
        }
      }
    }
    assertCalls(proxy, calls);

    report('  the last one again, with a second page to list:');
    await using longer = await createRecordingProxy({ target, publicKey, pages: 2 });
    await run(program, longer);
    assertCalls(longer, [...calls, 'list_earn_vaults']);
    assertNextPage(longer);
    assertSameBytes(proxy, longer);
  } finally {
    if (keep) report(`  kept: ${directory}`);
    else await rm(directory, { recursive: true });
  }
}

/** Refuses unless exactly these operations were called, in this order, each with a stamp over the bytes that were sent. */
function assertCalls({ requests }: RecordingProxy, operations: readonly string[]): void {
  const called = requests.map(({ path }) => path.split('/').at(-1));
  if (called.join() !== operations.join()) {
    throw new Refusal(`it calls ${called.join(', ') || 'nothing'}, not ${operations.join(', ')}`);
  }
  for (const { path, stamp } of requests) {
    if (stamp !== 'valid') throw new Refusal(`${path}: the stamp is not one of what was sent: ${stamp}`);
  }
}

/** Refuses unless the last request asks for what follows the page that the one before it asked for. */
function assertNextPage({ requests }: RecordingProxy): void {
  const [first, second] = requests.slice(-2).map(({ body }) => JSON.parse(body).paginationOptions);
  if (first?.after !== undefined || second?.after === undefined) {
    throw new Refusal('it does not ask for the second page by the cursor of the first');
  }
}

/** Refuses unless the same requests were the same bytes, but for their time: else nothing could be sent again. */
function assertSameBytes(...proxies: readonly RecordingProxy[]): void {
  const [first, second] = proxies.map(({ requests }) =>
    requests.slice(0, calls.length).map(({ body }) => body.replace(/("timestampMs": ?)"\d+"/, '$1')),
  );
  if (first?.join('\n') !== second?.join('\n'))
    throw new Refusal('it does not write the same request as the same bytes');
}
