import { registry } from '@mintmark/schema';
import { type ApiKey, createP256Stamper } from '@mintmark/stamper';
import { type RootFile, readRootFile, rootPath } from '../process/root-file.ts';
import { readSettings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import type { Command } from './command.ts';

/** Far beyond what an answer takes. */
const patienceMs = 10_000;

export const whoami: Command = {
  help: `Usage: mintmark whoami

Asks the service that runs who the root user is: reads root.json, stamps the question with its key, and prints the answer.

Environment
  MINTMARK_DATA_DIR    where root.json is: .mintmark`,

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
  if (!apiPrivateKey) throw new SettingsError(`${path} has no private key: the root user's was brought along`);
  const body = JSON.stringify({ organizationId });
  // Never printed: the stamp of a query opens its answer to whoever has it, for as long as the key lives.
  const { name, value } = await stampOf({ publicKey, privateKey: apiPrivateKey }, body).catch(() => {
    throw new SettingsError(`${path} is not what the first start wrote`);
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
