import { registry } from '@mintmark/schema';
import { type ApiKey, createP256Stamper } from '@mintmark/stamper';
import { type RootFile, readRootFile, rootPath } from '../process/root-file.ts';
import { readSettings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import type { Command } from './command.ts';

/** Far longer than an answer takes. */
const patienceMs = 10_000;

export const whoami: Command = {
  help: `Usage: mintmark whoami

Asks the running service who the root user is: reads root.json, stamps the query with its key, and prints the answer.

Environment
  MINTMARK_DATA_DIR    the directory of root.json (default: .mintmark)`,

  async run() {
    const { dataDirectory } = readSettings(process.env);
    const path = rootPath(dataDirectory);
    const root = await readRootFile(dataDirectory);
    if (!root) throw new SettingsError(`there is no ${path}: the first start of the service writes it`);
    const { status, text } = await ask(root, path);
    if (status !== 200) throw new SettingsError(`${root.baseUrl} answers ${status}: ${text}`);
    console.log(JSON.stringify(JSON.parse(text), null, 2));
  },
};

async function ask({ baseUrl, organizationId, apiPublicKey: publicKey, apiPrivateKey }: RootFile, path: string) {
  if (!apiPrivateKey) throw new SettingsError(`${path} has no private key: MINTMARK_ROOT_PUBLIC_KEY was used`);
  const body = JSON.stringify({ organizationId });
  // Never printed: anyone who has the stamp of a query can send the query, for as long as the key is valid.
  const { name, value } = await stampOf({ publicKey, privateKey: apiPrivateKey }, body).catch(() => {
    throw new SettingsError(`${path} is not valid: restore the file that the first start wrote`);
  });
  try {
    const response = await fetch(new URL(registry.whoami.path, baseUrl), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [name]: value },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    throw new SettingsError(`no service answers at ${baseUrl}: start it first`);
  }
}

const stampOf = async (key: ApiKey, body: string) => createP256Stamper(key).stamp(body);
