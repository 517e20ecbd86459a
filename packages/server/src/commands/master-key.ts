import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openStore } from '../postgres/open-store.ts';
import { readSettings } from '../process/settings.ts';
import { addMasterKey, createMasterKeyFile, readMasterKeyFile } from '../secrets/master-key-file.ts';
import { createMasterKeys } from '../secrets/master-keys.ts';
import { masterKeyPath } from '../secrets/open-master-keys.ts';
import { readMasterKeyUse, rotateMasterKey } from '../secrets/rotate-master-key.ts';
import type { Command } from './command.ts';

function readPlace() {
  const settings = readSettings(process.env);
  const path = masterKeyPath(settings);
  return { ...settings, path, masterKeys: createMasterKeys(() => readMasterKeyFile(path)), joins: true };
}

async function create(): Promise<void> {
  const { path, masterKeys } = readPlace();
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  await createMasterKeyFile(path);
  const [id] = await masterKeys.ids();
  console.log(`made the master key ${id}, ${path}`);
  console.log('Every process of the database needs this file. Keep a copy elsewhere: nothing opens without it.');
}

async function rotate(): Promise<void> {
  const { path, masterKeys, ...settings } = readPlace();
  await using store = await openStore(settings);
  const { ids, count } = await rotateMasterKey(store.database, masterKeys, () => addMasterKey(path));
  const [current, previous] = ids;
  console.log(`the master key is now ${current}; it wraps ${count} data keys that had another one`);
  console.log(`${previous} stays in ${path}, under it: older backups need it. Keep a copy of the file elsewhere.`);
}

async function tell(): Promise<void> {
  const { path, masterKeys, ...settings } = readPlace();
  await using store = await openStore(settings);
  const use = await store.database.query(readMasterKeyUse);
  const ids = await masterKeys.ids();
  for (const [index, id] of ids.entries()) {
    const count = use.find(({ masterKeyId }) => masterKeyId === id)?.count ?? 0;
    console.log(`${id}  ${index === 0 ? 'current' : 'earlier'}  wraps ${count} data keys`);
  }
  const missing = use.filter(({ masterKeyId }) => !ids.includes(masterKeyId));
  for (const { masterKeyId, count } of missing)
    console.error(`${masterKeyId}  is not in ${path}, and wraps ${count} data keys`);
  if (missing.length > 0) process.exitCode = 1;
}

const environment = `Environment
  MINTMARK_MASTER_KEY_FILE    the file of the master key; without it, master.key in MINTMARK_DATA_DIR
  MINTMARK_DATA_DIR           where the embedded database is: .mintmark
  DATABASE_URL                a PostgreSQL of your own, postgres://…, in the place of the embedded one`;

export const masterKeyCreate: Command = {
  help: `Usage: mintmark master-key create

Makes the file of a master key, for a database that several processes share. The embedded database gets its own by itself.

${environment}`,
  run: create,
};

export const masterKeyRotate: Command = {
  help: `Usage: mintmark master-key rotate

Makes a new master key and wraps every data key with it. The service may run meanwhile. The earlier key stays in the file.

${environment}`,
  run: rotate,
};

export const masterKeyStatus: Command = {
  help: `Usage: mintmark master-key status

Says which master keys there are, and which of them the database needs. Exits with 1 if one is missing.

${environment}`,
  run: tell,
};
