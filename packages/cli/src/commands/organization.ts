import { join } from 'node:path';
import createSubOrganization from '@mintmark/schema/operations/organizations/create-sub-organization';
import { printable } from '@mintmark/server/core/requests/printable';
import { listOrganizations } from '@mintmark/server/identity/organizations/list-organizations';
import { openKeys } from '@mintmark/server/identity/organizations/open-keys';
import { makeFurtherOrganization } from '@mintmark/server/runtime/bootstrap/make-further-organization';
import type { Root } from '@mintmark/server/runtime/bootstrap/make-organization';
import { baseUrlOf } from '@mintmark/server/runtime/http/base-url';
import { openStore } from '@mintmark/server/runtime/open-store';
import { createRootFile, readRootFile } from '@mintmark/server/runtime/process/root-file';
import { readPublicKey, type Settings } from '@mintmark/server/runtime/process/settings';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { makeOwnDirectory } from '@mintmark/server/storage/files/own-file';
import type { Database } from '@mintmark/server/storage/store/database';
import { pathFrom } from '../path-from.ts';
import { settingsOf } from '../settings-of.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Command, Given } from './command.ts';

const organizationName = createSubOrganization.parameters.shape.subOrganizationName;

async function create({ options, surroundings }: Given): Promise<number> {
  const { name, file, 'public-key': publicKey } = options;
  const { print, report, cwd } = surroundings;
  if (name === undefined) throw new SettingsError('no name given: use --name NAME');
  if (!organizationName.safeParse(name).success)
    throw new SettingsError('--name is not valid: it is too long, has only spaces, or has invisible characters');
  const rootPublicKey = publicKey === undefined ? undefined : readPublicKey('--public-key', publicKey);
  const settings = settingsOf(surroundings);
  const { dataDirectory } = settings;
  await using store = await openStore({ ...settings, joins: true });
  const { database } = store;
  const keys = await requireKeys(database, settings, surroundings);
  const pathOf = ({ organizationId }: Root) => file ?? join(dataDirectory, `organization-${organizationId}.json`);
  let kept: Root | undefined;
  const keep = async (root: Root) => {
    // With another PostgreSQL than the embedded one, there may be no data directory yet.
    if (file === undefined) await makeOwnDirectory(dataDirectory, 0o711);
    await createRootFile(pathFrom(cwd, pathOf(root)), { baseUrl: await findBaseUrl(settings, root), ...root });
    kept = root;
  };
  const wanted = { name, rootPublicKey, now: new Date() };
  const root = await makeFurtherOrganization({ database, ...keys, ...wanted, keep }).catch((error: unknown) => {
    if (kept)
      report(
        `${pathOf(kept)} was written before this error: if "mintmark organization list" does not show the organization ` +
          `${kept.organizationId}, delete the file`,
      );
    throw error;
  });
  print(`organization  ${root.organizationId}`);
  print(`file          ${pathOf(root)}, which only you can read`);
  print(`root key      ${root.apiPrivateKey ? 'in the file' : `yours (${root.apiPublicKey.slice(0, 6)}…)`}`);
  return 0;
}

async function list({ surroundings }: Given): Promise<number> {
  const settings = settingsOf(surroundings);
  await using store = await openStore({ ...settings, joins: true });
  const { database } = store;
  const { macs } = await requireKeys(database, settings, surroundings);
  for await (const { id, name, createdAt, subOrganizations } of listOrganizations(database, macs))
    surroundings.print(`${id}  ${createdAt.toISOString()}  ${subOrganizations} sub-organizations  ${printable(name)}`);
  return 0;
}

async function requireKeys(database: Database, settings: Settings, { report }: Surroundings) {
  const keys = await openKeys(database, settings, ({ row }) =>
    report(`ignored the row ${row}, which this service did not write`),
  );
  if (!keys)
    throw new SettingsError('there is no organization in this database: the first start of the service creates one');
  return keys;
}

/** The address in our root.json, or else the one in the settings. The operator may have given root.json to another user. */
async function findBaseUrl({ dataDirectory, host, port }: Settings, { instanceId }: Root): Promise<string> {
  const first = await readRootFile(dataDirectory).catch(() => undefined);
  return first?.instanceId === instanceId ? first.baseUrl : baseUrlOf(host, port);
}

const environment = `  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one`;

export const organizationCreate: Command = {
  help: `Usage: mintmark organization create --name NAME [--file FILE] [--public-key HEX]

Creates another top-level organization with its own root user, and writes their ids and the root user's key to a new file in the
format of root.json. No top-level organization can see or use another one. The service may keep running. If the command is
interrupted, "mintmark organization list" shows whether the organization was created. If not, the file belongs to no organization,
and can be deleted.

Options
  --name NAME         the name of the organization
  --file FILE         the file to write (default: organization-<id>.json in MINTMARK_DATA_DIR)
  --public-key HEX    the public key of the root user, compressed P-256 in hex (default: a new key, which is written to the file)

Environment
${environment}
  HOST, PORT                  the address for the file, if there is no root.json (default: 127.0.0.1, 8080)`,
  run: create,
};

export const organizationList: Command = {
  help: `Usage: mintmark organization list

Lists the top-level organizations, oldest first: the id, the time of creation, the number of sub-organizations, the name. Rows that
the service did not write are left out and reported on standard error. The service may keep running.

Environment
${environment}`,
  run: list,
};
