import { sep } from 'node:path';
import { mailboxDirectory } from '../../delivery/adapters/mail/development-mailbox.ts';
import { isProduction } from '../../delivery/adapters/mail/open-mailer.ts';
import type { Configuration } from './configuration-schema.ts';
import { type RootFile, readRootFile, rewriteRootFile, rootPath } from './root-file.ts';
import type { Settings } from './settings.ts';

/** Updates the address in our root.json, since the previous start may have used another one, and returns what it read. */
export async function keepAddress(
  { dataDirectory }: Settings,
  baseUrl: string,
  organizationId: string,
): Promise<RootFile | Error | undefined> {
  const root = await readRootFile(dataDirectory).catch((error: Error) => error);
  if (isOf(organizationId, root) && root.baseUrl !== baseUrl)
    await rewriteRootFile(dataDirectory, { ...root, baseUrl });
  return root;
}

const isOf = (organizationId: string, root: RootFile | Error | undefined): root is RootFile =>
  root !== undefined && !(root instanceof Error) && root.organizationId === organizationId;

export interface Known {
  /** Where the service listens. */
  readonly url: string;
  readonly organizationId: string;
  /** The content of root.json, or why it cannot be read. */
  readonly root: RootFile | Error | undefined;
  readonly hasDocs: boolean;
  readonly hasConsole: boolean;
  /** The external services that are configured. */
  readonly configuration: Pick<Configuration, 'mail' | 'oauth2' | 'chains' | 'earn' | 'swap'>;
}

/** Whether this is an installed package and not a clone. */
const isInstalled = import.meta.dirname.split(sep).includes('node_modules');

/** The lines that a first-time user needs. */
export function* greeting(
  settings: Settings,
  { url, organizationId, root, hasDocs, hasConsole, configuration }: Known,
  env: Readonly<NodeJS.ProcessEnv>,
): Generator<string> {
  const { dataDirectory, demoDirectory } = settings;
  const isOurs = isOf(organizationId, root);
  const elsewhere = env['MINTMARK_DATA_DIR'];
  const command = isInstalled ? 'npx mintmark whoami' : 'npm run mintmark -- whoami';
  yield `mintmark listening on ${url}`;
  yield `docs          ${hasDocs ? `${url}/docs/` : 'none: the page was not built'}`;
  yield `console       ${whereConsoleIs(settings, hasConsole, url)}`;
  if (demoDirectory && isOurs) yield `demo          ${forPasskeys(url)}/demo/`;
  yield `organization  ${organizationId}`;
  yield `root key      ${whereRootKeyIs(root, rootPath(dataDirectory), isOurs)}`;
  const { mail, oauth2, chains = {}, earn, swap } = configuration;
  if (!mail) yield `mail          ${whereMailGoes(dataDirectory, env)}`;
  if (!oauth2) yield 'oauth2        none configured, so these fail: oauth2_authenticate, proxy_oauth2_authenticate';
  // Without a chain there are no vaults either.
  if (Object.keys(chains).length === 0) yield `chains        none configured, so these fail: ${ofChains.join(', ')}`;
  else if (!earn) yield 'earn          none configured, so this fails: earn_deploy_wrapper';
  if (!swap) yield 'swap          none configured, so this fails: claim_swap_fees';
  if (isOurs && root.apiPrivateKey)
    yield `try           ${elsewhere ? `MINTMARK_DATA_DIR='${elsewhere}' ` : ''}${command}`;
}

/** The same address for a browser: browsers allow passkeys on localhost, but not on bare addresses. */
const forPasskeys = (url: string) => `http://localhost:${new URL(url).port || 80}`;

function whereConsoleIs({ hasConsole: isOn }: Settings, isBuilt: boolean, url: string): string {
  if (!isOn) return 'off, because MINTMARK_CONSOLE is false';
  return isBuilt ? `${forPasskeys(url)}/console/` : 'none: the page was not built';
}

/** The operations that need the node of a chain. */
const ofChains = [
  'eth_send_transaction',
  'list_eth_transaction_history',
  'earn_deploy_wrapper',
  'earn_deposit',
  'earn_withdraw',
];

const whereMailGoes = (dataDirectory: string, env: Readonly<NodeJS.ProcessEnv>) =>
  isProduction(env)
    ? 'none: no mail server is configured'
    : `kept in ${mailboxDirectory(dataDirectory)}, because no mail server is configured`;

function whereRootKeyIs(root: RootFile | Error | undefined, path: string, isOurs: boolean): string {
  if (!root) return 'not here: written by the first process that started on this database';
  if (root instanceof Error) return `unknown: ${root.message}`;
  if (!isOurs)
    return `not here: ${path} belongs to the organization ${root.organizationId}, which is not in this database`;
  return root.apiPrivateKey ? `${path}, which only you can read` : `yours (${root.apiPublicKey.slice(0, 6)}…)`;
}
