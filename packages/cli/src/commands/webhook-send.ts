import { isUuid, uuidv7 } from '@mintmark/server/core/model/ids';
import { requireWebhookSigner } from '@mintmark/server/custody/secrets/webhook-signer';
import { createGuardedFetch } from '@mintmark/server/delivery/adapters/guarded-fetch';
import { OutboundError } from '@mintmark/server/delivery/adapters/outbound-error';
import { findEndpoint } from '@mintmark/server/delivery/webhooks/endpoint-row';
import { sendEvent } from '@mintmark/server/delivery/webhooks/send-event';
import { openKeys } from '@mintmark/server/identity/organizations/open-keys';
import { openStore } from '@mintmark/server/runtime/open-store';
import { readConfiguration } from '@mintmark/server/runtime/process/configuration';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { settingsOf } from '../settings-of.ts';
import type { Command, Given } from './command.ts';

async function run({ options: { organization, endpoint }, surroundings }: Given): Promise<number> {
  const { env, print } = surroundings;
  const organizationId = readId('--organization', organization);
  const endpointId = readId('--endpoint', endpoint);
  const settings = settingsOf(surroundings);
  const configuration = await readConfiguration(settings, env);
  await using store = await openStore({ ...settings, joins: true });
  const { database } = store;
  const keys = await openKeys(database, settings);
  if (!keys) throw new SettingsError('there is no organization in this database: is it the right database?');
  const { row, signer } = await database.query(async (sql) => {
    const [instance] = await sql<[{ id: string }]>`select id from instance`;
    const context = { sql, organization: { id: organizationId }, services: keys };
    return {
      row: await findEndpoint(context, endpointId, { isLocked: false }),
      signer: await requireWebhookSigner(sql, { ...keys, instanceId: instance.id }),
    };
  });
  if (!row) throw new SettingsError(`the organization ${organizationId} has no webhook endpoint ${endpointId}`);
  const now = new Date();
  const id = `${uuidv7(now)}_${endpointId}`;
  const body = JSON.stringify({ type: 'webhook:test', organizationId, endpointId, timestamp: now.toISOString() });
  // The URL may hold a secret in its path.
  print(`to      ${new URL(row.url).origin}`);
  print(`id      ${id}`);
  const services = {
    fetch: createGuardedFetch({ proxyUrl: configuration.outbound?.proxyUrl }),
    webhooks: { signer, allowsPrivate: configuration.webhooks?.allowPrivate ?? false },
    clock: () => now,
  };
  const { status } = await sendEvent(services, { url: row.url, id, body, party: organizationId }).catch(
    (error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new SettingsError(`not delivered: ${error.message}`);
    },
  );
  if (status < 200 || status > 299) throw new SettingsError(`not delivered: the receiver answered ${status}`);
  print(`status  ${status}: delivered`);
  return 0;
}

function readId(option: string, text: string | undefined): string {
  if (text === undefined) throw new SettingsError(`${option} is missing`);
  if (!isUuid(text)) throw new SettingsError(`${option} must be an id, in the form of a UUID`);
  return text.toLowerCase();
}

export const webhookSend: Command = {
  help: `Usage: mintmark webhook send --organization ID --endpoint ID

Sends a signed test event to a webhook endpoint, and prints the status of the response. The event has the type webhook:test. It is
sent once, even if the endpoint is inactive. The outcome does not change the failures that the service has counted. Exits with 1
unless the receiver responds with a status from 200 to 299. The service need not run, but the database must.

Options
  --organization ID     the organization that has the endpoint
  --endpoint ID         the endpoint, as list_webhook_endpoints shows it

Environment
  MINTMARK_MASTER_KEY_FILE    the master key file (default: master.key in MINTMARK_DATA_DIR)
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  MINTMARK_CONFIG_FILE        the JSON file of the external services (default: config.json in MINTMARK_DATA_DIR, if it exists)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one`,
  run,
};
