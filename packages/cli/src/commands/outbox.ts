import { isUuid } from '@mintmark/server/core/model/ids';
import type { ListedEntry } from '@mintmark/server/delivery/outbox/entries-of-all';
import { isErased, listEntries, retryFailed, retryOne } from '@mintmark/server/delivery/outbox/manage-entries';
import { openStore } from '@mintmark/server/runtime/open-store';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { settingsOf } from '../settings-of.ts';
import type { Command, Given } from './command.ts';

async function list({ options: { state, organization }, surroundings }: Given): Promise<number> {
  if (state !== undefined && state !== 'waiting' && state !== 'failed')
    throw new SettingsError('--state must be waiting or failed');
  const organizationId = readId('--organization', organization);
  await using store = await openStore({ ...settingsOf(surroundings), joins: true });
  for await (const entry of listEntries(store.database, { state, organizationId })) surroundings.print(lineOf(entry));
  return 0;
}

async function retry({ options: { id, organization }, surroundings }: Given): Promise<number> {
  if (id === undefined) throw new SettingsError('no entry given: use --id ID, or --id all for all failed entries');
  if (id !== 'all' && organization !== undefined) throw new SettingsError('--organization is only for --id all');
  const organizationId = readId('--organization', organization);
  const entryId = id === 'all' ? undefined : readId('--id', id);
  await using store = await openStore({ ...settingsOf(surroundings), joins: true });
  const { database } = store;
  const count = await (entryId === undefined ? retryFailed(database, organizationId) : retryOne(database, entryId));
  if (entryId !== undefined && count === 0 && (await isErased(database, entryId)))
    throw new SettingsError(`the entry ${entryId} cannot be retried: its contents were erased when it failed`);
  if (entryId !== undefined && count === 0)
    throw new SettingsError(`there is no entry ${entryId}, or it is being delivered now`);
  surroundings.print(`${count} ${count === 1 ? 'entry' : 'entries'} will be retried`);
  return 0;
}

function readId(option: string, text: string | undefined): string | undefined {
  if (text !== undefined && !isUuid(text)) throw new SettingsError(`${option} must be an id, in the form of a UUID`);
  return text?.toLowerCase();
}

function lineOf({
  id,
  organizationId,
  kind,
  state,
  attempts,
  createdAt,
  dueAt,
  leaseId,
  ...error
}: ListedEntry): string {
  const when =
    state === 'failed' ? 'failed' : `${leaseId ? 'in flight until' : 'waiting until'} ${dueAt.toISOString()}`;
  const reason = error.errorCode === null ? [] : [`${error.errorCode}: ${error.errorText}`];
  const words = [id, organizationId, kind, createdAt.toISOString(), when, `${attempts} attempts`, ...reason];
  // The row may have been written by somebody else: no control character of it reaches the terminal.
  return words.join('  ').replaceAll(/\p{Cc}/gu, '?');
}

const environment = `Environment
  MINTMARK_DATA_DIR           the directory of the embedded database (default: .mintmark)
  DATABASE_URL                your own PostgreSQL, postgres://…, instead of the embedded one`;

export const outboxList: Command = {
  help: `Usage: mintmark outbox list [--state waiting|failed] [--organization ID]

Lists the deliveries that are pending, and those that failed: the id, the organization, the kind, the time of creation, the state,
the number of attempts, and why the last attempt failed. Delivered entries are not kept. The contents are not shown. The service may
keep running.

Options
  --state STATE         only entries that are waiting or in flight (waiting), or that failed permanently (failed)
  --organization ID     only entries of this organization

${environment}`,
  run: list,
};

export const outboxRetry: Command = {
  help: `Usage: mintmark outbox retry --id ID
       mintmark outbox retry --id all [--organization ID]

Makes entries due now, and resets their attempt counts. A running service tries them within a few seconds. An entry whose
result was lost may already be delivered: its target recognises the repetition by the idempotency key. The contents of mail and text
messages are erased when their entry fails: such entries cannot be retried, and --id all skips them.

Options
  --id ID               the entry, failed or waiting; or all, for every failed entry
  --organization ID     with --id all: only entries of this organization

${environment}`,
  run: retry,
};
