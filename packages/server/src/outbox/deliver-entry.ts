import type { Kind } from '../contract/define-kind.ts';
import { tenantIdOf } from '../contract/organization.ts';
import type { Services } from '../contract/services.ts';
import type { Database } from '../store/database.ts';
import { DeliveryError, deliveryError } from './delivery-error.ts';
import { organizationIds, placeOfContents, type TakenEntry } from './entries.ts';
import { mostAttempts } from './retry-pause.ts';

interface DeliveryOptions {
  readonly database: Database;
  readonly services: Services;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
}

/** How an attempt ended. It was interrupted if the process stops, and then its result is not known. */
export type Outcome = 'delivered' | 'interrupted' | DeliveryError;

/** Tries to deliver an entry. Never rejects. */
export async function deliverEntry(entry: TakenEntry, options: DeliveryOptions): Promise<Outcome> {
  try {
    await attempt(entry, options);
    return 'delivered';
  } catch (error) {
    return options.stopping.aborted ? 'interrupted' : deliveryError(error);
  }
}

async function attempt(entry: TakenEntry, { database, services, kinds, stopping }: DeliveryOptions): Promise<void> {
  const { organizationId, idempotencyKey, attempts } = entry;
  if (!services.macs.isGenuine('outbox', entry, { isReadAgain: false }))
    throw new DeliveryError('FORGED', { isFinal: true });
  // The last attempt has no result: its process was killed.
  if (attempts > mostAttempts) throw new DeliveryError('INTERRUPTED', { isFinal: true });
  const kind = kinds.get(entry.kind);
  // Not final, like contents that do not fit: during an upgrade a process of another version may know how to deliver it.
  if (!kind) throw new DeliveryError('UNKNOWN_KIND');
  const contents = readContents(kind, entry.contents ?? (await openContents(entry, database, services)));
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(kind.timeLimitMs)]);
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  signal.throwIfAborted();
  const delivery = { services, organizationId, idempotencyKey, attempt: attempts, signal };
  // A kind that ignores the signal must not hold its place for longer.
  await Promise.race([(async () => kind.deliver(contents, delivery))(), aborted.promise]);
}

/** The message of the parser or of the schema may quote a value, so neither is kept. */
function readContents(kind: Kind, json: string): unknown {
  try {
    return kind.contents.parse(JSON.parse(json));
  } catch {
    throw new DeliveryError('INVALID_CONTENTS');
  }
}

async function openContents(entry: TakenEntry, database: Database, { vault }: Services): Promise<string> {
  const { organizationId, sealedContents } = entry;
  try {
    return await database.query(async (sql) => {
      const [organization] = await organizationIds(sql, organizationId);
      if (!organization || !sealedContents) throw new DeliveryError('NOT_OPENED');
      const bytes = await vault.open(sql, placeOfContents(tenantIdOf(organization), entry), sealedContents);
      const json = bytes.toString();
      bytes.fill(0);
      return json;
    });
  } catch (cause) {
    throw new DeliveryError('NOT_OPENED', { cause });
  }
}
