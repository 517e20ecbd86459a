import { RowWriter } from '../src/core/authority/row-writer.ts';
import type { Kind } from '../src/core/handlers/define-kind.ts';
import { uuidv7 } from '../src/core/model/ids.ts';
import type { Organization } from '../src/core/model/organization.ts';
import type { Services } from '../src/core/ports/services.ts';
import type { DeliveryReport } from '../src/delivery/outbox/delivery-report.ts';
import { Outbox, type OutboxOptions } from '../src/delivery/outbox/outbox.ts';
import type { Database } from '../src/storage/store/database.ts';
import { DeliveryTarget } from './delivery-target.ts';
import { letterKind } from './letters.ts';
import { insertOrganization } from './organizations.ts';
import { StatementWatch, watched } from './statements.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestServices } from './test-services.ts';
import { createTestVault } from './test-vault.ts';

type Contents = { readonly text: string };

/** A database with an outbox, and a target for what the outbox delivers. */
export interface OutboxRig extends AsyncDisposable {
  readonly test: TestDatabase;
  readonly database: Database;
  readonly services: Services;
  readonly target: DeliveryTarget;
  readonly letter: ReturnType<typeof letterKind>;
  readonly secretLetter: ReturnType<typeof letterKind>;
  readonly organization: Organization;
  /** The outbox of a process that leaves entries, but does not deliver them. */
  readonly elsewhere: Outbox;
  /** The reports of all outboxes. */
  readonly reports: readonly DeliveryReport[];
  readonly errors: readonly unknown[];
  /** The time of the outboxes, if it was set. */
  now: Date | undefined;
  addOrganization(parentId?: string): Promise<Organization>;
  /** Starts a process's outbox, which polls only when told to, unless the options say otherwise. */
  start(options?: Partial<OutboxOptions>): Outbox;
  /** Leaves entries in one transaction, by their keys, and wakes the outbox. */
  leave(outbox: Outbox, keys: readonly string[], options?: LeaveOptions): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the columns.
  rows(): Promise<any[]>;
}

interface LeaveOptions {
  readonly organization?: Organization;
  readonly kind?: ReturnType<typeof letterKind>;
  readonly contents?: Contents;
}

export async function createOutboxRig(): Promise<OutboxRig> {
  const statements = new StatementWatch();
  await using stack = new AsyncDisposableStack();
  const test = stack.use(await createTestDatabase({ onStatement: statements.add }));
  const { database } = test;
  const target = stack.use(await DeliveryTarget.start());
  const vault = createTestVault();
  const services = createTestServices({ vault });
  const addOrganization = async (parentId: string | null = null): Promise<Organization> => {
    const now = new Date();
    const organization = { id: uuidv7(now), parentId, name: 'Organization', rootThreshold: 1, source: null };
    await database.transaction((sql) => {
      const writer = new RowWriter(sql, services.macs, organization);
      return insertOrganization({ vault }, { sql, organization, now, services, writer });
    });
    return organization;
  };
  const letter = letterKind(target.url);
  const secretLetter = letterKind(target.url, { name: 'secret_letter', isSecret: true });
  const kinds: readonly Kind[] = [letter, secretLetter];
  const reports: DeliveryReport[] = [];
  const errors: unknown[] = [];
  const outboxes: Outbox[] = [];
  const organization = await addOrganization();
  const owned = stack.move();
  const rig: OutboxRig = {
    test,
    database,
    services,
    target,
    letter,
    secretLetter,
    organization,
    elsewhere: new Outbox({ database, services, kinds, clock: () => rig.now ?? new Date() }),
    reports,
    errors,
    now: undefined,
    addOrganization,
    start({ limits, ...options } = {}) {
      const outbox = new Outbox({
        database,
        services,
        kinds,
        ...(rig.now && { clock: () => rig.now as Date }),
        onDelivery: (report) => reports.push(report),
        onError: (error) => errors.push(error),
        limits: { pollMs: 3_600_000, graceMs: 100, ...limits },
        ...options,
      });
      outboxes.push(outbox);
      void watched(async () => outbox.start());
      return outbox;
    },
    async leave(outbox, keys, { organization: owner = organization, kind = letter, contents } = {}) {
      await watched(async () => {
        const writer = await database.transaction(async (sql) => {
          const writer = outbox.writer(sql, owner);
          for (const idempotencyKey of keys)
            await writer.leave(kind, contents ?? { text: `to ${idempotencyKey}` }, { idempotencyKey });
          return writer;
        });
        outbox.wake(writer);
      });
    },
    rows: async () => await database.query((sql) => sql`select * from outbox order by id`),
    async [Symbol.asyncDispose]() {
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
      await owned.disposeAsync();
      // With the clock of a test the statements have other texts.
      if (!rig.now) statements.check(services.distribution);
    },
  };
  return rig;
}
