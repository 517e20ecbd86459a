import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { addMasterKey, createMasterKeyFile, readMasterKeyFile } from '@mintmark/server/custody/secrets/master-key-file';
import { createMasterKeys } from '@mintmark/server/custody/secrets/master-keys';
import { masterKeyPath } from '@mintmark/server/custody/secrets/open-master-keys';
import { readMasterKeyUse, rotateMasterKey } from '@mintmark/server/custody/secrets/rotate-master-key';
import { openStore } from '@mintmark/server/runtime/open-store';
import { settingsOf } from '../settings-of.ts';
import type { Surroundings } from '../surroundings.ts';
import { withElapsedTime } from '../terminal/progress-line.ts';
import type { Command, Given } from './command.ts';

function readPlace(surroundings: Surroundings) {
  const settings = settingsOf(surroundings);
  const path = masterKeyPath(settings);
  return { ...settings, path, masterKeys: createMasterKeys(() => readMasterKeyFile(path)), joins: true };
}

async function create({ surroundings }: Given): Promise<number> {
  const { print } = surroundings;
  const { path, masterKeys } = readPlace(surroundings);
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  await createMasterKeyFile(path);
  const [id] = await masterKeys.ids();
  print(`created the master key ${id} in ${path}`);
  print(
    'Every process that uses the database needs this file. Keep a copy elsewhere: without it nothing can be decrypted.',
  );
  return 0;
}

async function rotate({ surroundings }: Given): Promise<number> {
  const { print, screen } = surroundings;
  const { path, masterKeys, ...settings } = readPlace(surroundings);
  await using store = await openStore(settings);
  const rotating = rotateMasterKey(store.database, masterKeys, () => addMasterKey(path));
  const { ids, count } = await withElapsedTime('wrapping the data keys', rotating, screen);
  const [current, previous] = ids;
  print(`the master key is now ${current}; rewrapped ${count} data keys with it`);
  print(`the previous key ${previous} stays in ${path}: older backups need it. Keep a copy of the file elsewhere.`);
  return 0;
}

async function tell({ surroundings }: Given): Promise<number> {
  const { print, report } = surroundings;
  const { path, masterKeys, ...settings } = readPlace(surroundings);
  await using store = await openStore(settings);
  const use = await store.database.query(readMasterKeyUse);
  const ids = await masterKeys.ids();
  for (const [index, id] of ids.entries()) {
    const count = use.find(({ masterKeyId }) => masterKeyId === id)?.count ?? 0;
    print(`${id}  ${index === 0 ? 'current' : 'earlier'}  wraps ${count} data keys`);
  }
  const missing = use.filter(({ masterKeyId }) => !ids.includes(masterKeyId));
  for (const { masterKeyId, count } of missing)
    report(`${masterKeyId}  is not in ${path}, but wraps ${count} data keys`);
  return missing.length === 0 ? 0 : 1;
}

const environment = `Environment
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one`;

export const masterKeyCreate: Command = {
  help: `Usage: mintmark master-key create

Creates a master key file, for a database that several processes share. For the embedded database, the first start creates it.

${environment}`,
  run: create,
};

export const masterKeyRotate: Command = {
  help: `Usage: mintmark master-key rotate

Creates a new master key and wraps every data key with it. The service may keep running. The earlier key stays in the file.

${environment}`,
  run: rotate,
};

export const masterKeyStatus: Command = {
  help: `Usage: mintmark master-key status

Lists the master keys and how many data keys each of them wraps. Exits with 1 if a key that the database needs is missing.

${environment}`,
  run: tell,
};
