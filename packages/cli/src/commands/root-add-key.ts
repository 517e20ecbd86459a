import { hostname, userInfo } from 'node:os';
import type { Operator } from '@mintmark/server/core/audit/operator-key-entry';
import { isUuid } from '@mintmark/server/core/model/ids';
import { printable } from '@mintmark/server/core/requests/printable';
import { apiKeyCurves } from '@mintmark/server/identity/credentials/api-keys';
import { openKeys } from '@mintmark/server/identity/organizations/open-keys';
import { openStore } from '@mintmark/server/runtime/open-store';
import { addOperatorKey } from '@mintmark/server/runtime/operator-keys/add-operator-key';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { parsePublicKey } from '@mintmark/stamper/verify';
import { settingsOf } from '../settings-of.ts';
import { withElapsedTime } from '../terminal/progress-line.ts';
import type { Command, Given } from './command.ts';

async function run({ options, flags, surroundings }: Given): Promise<number> {
  const { print, report, screen } = surroundings;
  const organizationId = readId('--organization', options['organization']);
  const userId = readId('--user', options['user']);
  const key = readKey(options['public-key'], options['curve']);
  const isDryRun = flags.has('dry-run');
  const settings = settingsOf(surroundings);
  await using store = await openStore({ ...settings, joins: true, isAlone: true });
  const { database } = store;
  const keys = await openKeys(database, settings, ({ row }) =>
    report(`ignored the row ${row}, which this service did not write`),
  );
  if (!keys) throw new SettingsError('there is no organization in this database: is it the right database?');
  const wanted = { organizationId, userId, ...key, operator: readOperator(), now: new Date(), isDryRun };
  const adding = addOperatorKey({ database, ...keys, ...wanted });
  const { organization, user, apiKeyId, rootUsers } = await withElapsedTime('reading the audit log', adding, screen);
  const mailed = rootUsers.filter(({ email }) => email !== null);
  print(`organization  ${organization.id}  ${printable(organization.name)}`);
  print(`root user     ${user.id}  ${printable(user.name)}`);
  print(`public key    ${key.publicKey}`);
  if (apiKeyId) print(`API key       ${apiKeyId}`);
  print(`mail          for ${mailed.length} of ${rootUsers.length} root users; the service sends it when it runs`);
  for (const { id, name, email } of rootUsers)
    if (email === null) print(`no e-mail     ${id}  ${printable(name)}: tell this root user yourself`);
  if (isDryRun) print('Nothing was changed.');
  return 0;
}

function readId(option: string, text: string | undefined): string {
  if (text === undefined) throw new SettingsError(`${option} is missing`);
  if (!isUuid(text)) throw new SettingsError(`${option} must be an id, in the form of a UUID`);
  return text.toLowerCase();
}

const curveTypes = Object.keys(apiKeyCurves) as (keyof typeof apiKeyCurves)[];

function readKey(text: string | undefined, curveName = 'p256') {
  if (text === undefined) throw new SettingsError('--public-key is missing');
  const curveType = curveTypes.find((type) => apiKeyCurves[type][0] === curveName);
  if (!curveType)
    throw new SettingsError(`--curve must be one of ${curveTypes.map((type) => apiKeyCurves[type][0]).join(', ')}`);
  const [curve] = apiKeyCurves[curveType];
  try {
    const { hex } = parsePublicKey(curve, text.toLowerCase());
    return { curveType, publicKey: hex };
  } catch {
    const form = curve === 'ed25519' ? '32 bytes' : 'compressed, 33 bytes';
    // The text may be a private key that was taken for the public one.
    throw new SettingsError(`--public-key must be a public key of the curve ${curve} in hex (${form})`);
  }
}

function readOperator(): Operator {
  const host = hostname();
  try {
    return { user: userInfo().username, host };
  } catch {
    // In a container the user may have no name.
    return { user: `user ${process.getuid?.()}`, host };
  }
}

export const rootAddKey: Command = {
  help: `Usage: mintmark root add-key --organization ID --user ID --public-key HEX [--curve CURVE] [--dry-run]

Adds an API key to a root user, for root users who lost their keys. No user of the organization approves it. The audit log
records it as a separate kind of entry, the console shows it to the users of the organization, and all root users with an e-mail
address get a mail. The root quorum of the organization or of its parent can forbid it permanently, with the feature
FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN.

The root user creates the key pair and hands over only the public key. If several root users must approve together, each of them
needs a key. With the embedded database the service must be stopped. With DATABASE_URL it may keep running: the activities of the
organization wait meanwhile.

Options
  --organization ID    a top-level organization or a sub-organization
  --user ID            the root user who gets the key
  --public-key HEX     the public key, in hex
  --curve CURVE        p256 (default), secp256k1 or ed25519
  --dry-run            checks everything, lists who would get a mail, and changes nothing

Environment
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one`,
  run,
};
