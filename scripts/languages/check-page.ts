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
  /** The document that the reader starts with, and its name on the page. */
  readonly document: { readonly path: string; readonly name: string };
  /** The address of the service that the program calls. */
  readonly target: string;
  readonly organizationId: string;
  readonly signal: AbortSignal;
  readonly allowedWarning?: RegExp | undefined;
  readonly report: (line: string) => void;
  /** Keeps the working directory. */
  readonly keep?: boolean;
}

/** The programs call this machine directly, even where an HTTP proxy is configured. */
const noProxy = [process.env['NO_PROXY'] ?? process.env['no_proxy'], '127.0.0.1'].filter(Boolean).join();

/** Environment variables for the toolchains: less output, smaller files, and a cache that is reused. */
export const toolSettings: Readonly<Record<string, string>> = {
  // Takes less space and is not slower.
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_DEV_DEBUG: 'none',
  CARGO_TARGET_DIR: join(root, 'node_modules/.cache/languages/cargo'),
  CARGO_TERM_COLOR: 'never',
  NO_COLOR: '1',
  NO_PROXY: noProxy,
  no_proxy: noProxy,
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

const calls = ['whoami', 'create_users', 'list_earn_vaults'];

/** Follows the steps of a page in an empty directory. Throws a Refusal if anything differs from the page. */
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
          throw new Refusal(`it prints\n${printed}but the page shows\n${step.output}`);
        }
      }
    }
    assertCalls(proxy, calls);

    report('  the last command again, with a second page to list:');
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

/** Throws a Refusal unless exactly these operations were called, in this order, each with a valid stamp. */
function assertCalls({ requests }: RecordingProxy, operations: readonly string[]): void {
  const called = requests.map(({ path }) => path.split('/').at(-1));
  if (called.join() !== operations.join()) {
    throw new Refusal(`it calls ${called.join(', ') || 'nothing'}, not ${operations.join(', ')}`);
  }
  for (const { path, stamp } of requests) {
    if (stamp !== 'valid') throw new Refusal(`${path}: the stamp does not match the request: ${stamp}`);
  }
}

/** Throws a Refusal unless the last request asks for the page after the one before it. */
function assertNextPage({ requests }: RecordingProxy): void {
  const [first, second] = requests.slice(-2).map(({ body }) => JSON.parse(body).paginationOptions);
  if (first?.after !== undefined || second?.after === undefined) {
    throw new Refusal('it does not request the second page with the cursor of the first');
  }
}

/** Throws a Refusal unless equal requests have equal bytes, except for their time. A retry must send the same bytes. */
function assertSameBytes(...proxies: readonly RecordingProxy[]): void {
  const [first, second] = proxies.map(({ requests }) =>
    requests.slice(0, calls.length).map(({ body }) => body.replace(/("timestampMs": ?)"\d+"/, '$1')),
  );
  if (first?.join('\n') !== second?.join('\n'))
    throw new Refusal('it does not encode the same request as the same bytes');
}
