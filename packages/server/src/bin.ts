#!/usr/bin/env node
import { mkdir } from 'node:fs/promises';
import type { RequestLog } from './app.ts';
import { verifyAudit } from './audit/verify-audit.ts';
import { createServer, type Root } from './create-server.ts';
import { createListener } from './http/create-listener.ts';
import { listen } from './http/listen.ts';
import { createMasterKey, rotateMasterKey, tellMasterKeys } from './process/master-key-commands.ts';
import { writeRootFile } from './process/root-file.ts';
import { readSettings, SettingsError } from './process/settings.ts';
import { SecretsError } from './secrets/secrets-error.ts';
import { openStore } from './store/open-store.ts';
import { StoreError } from './store/store-error.ts';

const help = `Usage: mintmark <command>

  start           starts the service
  audit verify    proves the audit of every organization, and that each activity was stamped by a registered key
  master-key create    makes a master key, for a database that has none yet
  master-key rotate    makes a new master key and wraps every data key with it; the service may run meanwhile
  master-key status    says which master keys the database needs

Environment
  HOST, PORT                  where to listen: 127.0.0.1, 8080
  MINTMARK_DATA_DIR           where the embedded database and root.json are: .mintmark
  DATABASE_URL                a PostgreSQL of your own, postgres://…, in the place of the embedded one
  MINTMARK_MASTER_KEY_FILE    the file of the master key; without it, master.key in MINTMARK_DATA_DIR
  MINTMARK_ROOT_PUBLIC_KEY    the key of the first root user, compressed P-256 in hex; without it one is made`;

const commands: Readonly<Record<string, () => Promise<void>>> = {
  start,
  'audit verify': auditVerify,
  'master-key create': createMasterKey,
  'master-key rotate': rotateMasterKey,
  'master-key status': tellMasterKeys,
  '--help': async () => console.log(help),
};

async function start(): Promise<void> {
  const { host, port, dataDirectory, database, masterKeyFile, rootPublicKey } = readSettings(process.env);
  await mkdir(dataDirectory, { recursive: true, mode: 0o711 });
  const keepRoot = async (root: Root) => {
    await writeRootFile(dataDirectory, `http://${host}:${port}`, root);
  };
  const server = await createServer({
    database,
    dataDirectory,
    masterKeyFile,
    rootPublicKey,
    keepRoot,
    report: console.error,
    log,
  });
  const listening = await listen(createListener(server.app), port, host).catch(async (error: NodeJS.ErrnoException) => {
    await server.close();
    if (error.code === 'EADDRINUSE') throw new SettingsError(`port ${port} of ${host} is already in use; set PORT`);
    throw error;
  });
  // Once more, since only now the address is known for certain.
  const rootFile = server.root && (await writeRootFile(dataDirectory, listening.url, server.root));
  console.log(`mintmark listening on ${listening.url}`);
  if (server.root) {
    console.log(`organization  ${server.root.organizationId}`);
    console.log(`root key      ${rootFile}, which only you can read`);
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await stopped;
  await listening.close();
  await server.close();
}

/** One JSON object for each request, on standard error. */
function log({ cause, ...entry }: RequestLog): void {
  const { name, stack } = (cause ?? {}) as Error;
  process.stderr.write(
    `${JSON.stringify({ at: new Date().toISOString(), ...entry, ...(cause ? { name, stack } : {}) })}\n`,
  );
}

async function auditVerify(): Promise<void> {
  const { database, dataDirectory } = readSettings(process.env);
  await using store = await openStore({ database, dataDirectory, joins: true });
  const { problems, ...counts } = await verifyAudit(store.database);
  for (const [what, count] of Object.entries(counts)) console.log(`${what}: ${count}`);
  for (const { organizationId, subject, problem } of problems)
    console.error(`${organizationId}: ${subject} ${problem}`);
  console.log(problems.length === 0 ? 'The audit holds.' : `The audit does not hold: ${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

const words = process.argv.slice(2).join(' ') || '--help';
const command = Object.hasOwn(commands, words) ? commands[words] : undefined;
try {
  if (!command) throw new SettingsError(`no such command\n\n${help}`);
  await command();
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof StoreError || error instanceof SecretsError)) throw error;
  console.error(`mintmark: ${error.message}`);
  process.exitCode = 1;
}
