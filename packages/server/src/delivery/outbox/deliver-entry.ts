import type { Delivery, Kind } from '../../core/handlers/define-kind.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import { DeliveryError, deliveryError } from './delivery-error.ts';
import { lockEntry, placeOfContents, type TakenEntry } from './entries.ts';
import { outboxTable } from './outbox-table.ts';
import { maxAttempts } from './retry-pause.ts';

interface DeliveryOptions {
  readonly tenantId: string;
  readonly query: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
  readonly change: <Result>(work: (sql: TransactionSql) => Promise<Result>) => Promise<Result>;
  readonly services: Services;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
  /** Whether enough of the lease is left for an attempt. */
  readonly isInTime: () => boolean;
}

/** A failed attempt. */
export interface Failure {
  readonly error: DeliveryError;
  /** What could be read of the entry; undefined if its contents could not. */
  readonly read: { readonly contents: unknown; readonly expiresAt: Date | undefined } | undefined;
}

/** A successful attempt. */
export interface Delivered {
  readonly contents: unknown;
  readonly result: unknown;
}

/**
 * How an attempt ended. It was interrupted if the process stops, and then its result is not known. If the entry is late, there was
 * no attempt.
 */
export type Outcome = Delivered | 'interrupted' | 'late' | Failure;

/** Tries to deliver an entry. Never rejects. */
export async function deliverEntry(entry: TakenEntry, options: DeliveryOptions): Promise<Outcome> {
  try {
    return await attempt(entry, options);
  } catch (error) {
    return failureOf(error, options);
  }
}

const failureOf = (thrown: unknown, { stopping }: DeliveryOptions, read?: Failure['read']): Outcome =>
  stopping.aborted ? 'interrupted' : { error: deliveryError(thrown), read };

async function attempt(entry: TakenEntry, options: DeliveryOptions): Promise<Outcome> {
  const { services, kinds, stopping, isInTime, query: read, change } = options;
  const { organizationId, idempotencyKey, attempts } = entry;
  if (!services.macs.isGenuine(outboxTable, entry, { isReadAgain: false }))
    throw new DeliveryError('FORGED', { isFinal: true });
  const kind = kinds.get(entry.kind);
  if (!kind) throw new Error('took an entry of an unknown kind');
  const contents = readContents(kind, entry.contents ?? (await openContents(entry, options)));
  const expiresAt = kind.expiresAt?.(contents);
  const failed = (error: unknown) => failureOf(error, options, { contents, expiresAt });
  // The last attempt has no result: its process was killed. The attempts of an entry that expires are limited by time.
  if (attempts > maxAttempts && !kind.expiresAt && !kind.isPersistent)
    return failed(new DeliveryError('INTERRUPTED', { isFinal: true }));
  if (expiresAt && services.clock() >= expiresAt)
    return failed(new DeliveryError('EXPIRED', { isFinal: true, after: entry.errorText }));
  // Taking or opening it may have taken long, or the process was suspended: a delivery must not go on when its lease has ended.
  if (!isInTime()) return 'late';
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(kind.timeLimitMs)]);
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  signal.throwIfAborted();
  const changeWhileHeld: Delivery['changeWhileHeld'] = (work) =>
    change(async (sql) => {
      const [held] = await lockEntry(sql, entry);
      if (!held) throw new DeliveryError('TIMEOUT');
      return await work(sql);
    });
  const changes = { read, change, changeWhileHeld };
  const delivery = { services, organizationId, idempotencyKey, attempt: attempts, signal, ...changes };
  // A kind that ignores the signal must not hold its place for longer.
  try {
    const result = await Promise.race([(async () => kind.deliver(contents, delivery))(), aborted.promise]);
    return { contents, result };
  } catch (error) {
    return failed(error);
  }
}

/**
 * The message of the parser or of the schema may quote a value, so neither is kept. The error is not final: during an upgrade a
 * process of another version may accept the contents.
 */
function readContents(kind: Kind, json: string): unknown {
  try {
    return kind.contents.parse(JSON.parse(json));
  } catch {
    throw new DeliveryError('INVALID_CONTENTS');
  }
}

async function openContents(entry: TakenEntry, { tenantId, query, services }: DeliveryOptions): Promise<string> {
  const { sealedContents } = entry;
  if (!sealedContents) throw new DeliveryError('NOT_OPENED');
  try {
    const bytes = await query((sql) => services.vault.open(sql, placeOfContents(tenantId, entry), sealedContents));
    const json = bytes.toString();
    bytes.fill(0);
    return json;
  } catch (cause) {
    throw new DeliveryError('NOT_OPENED', { cause });
  }
}
