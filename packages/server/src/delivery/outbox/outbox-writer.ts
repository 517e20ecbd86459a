import type { z } from 'zod';
import type { EntryToLeave, Kind, LeavesEntries } from '../../core/handlers/define-kind.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { countWaiting, forgetErased, type Lane, type OutboxClock, placeOfContents, timeOf } from './entries.ts';
import { outboxTable } from './outbox-table.ts';

interface OutboxWriterOptions {
  readonly services: Pick<Services, 'vault' | 'macs' | 'clock'>;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly clock: OutboxClock;
}

/** The organization that entries are left for. */
export type LeavingOrganization = Pick<Organization, 'id' | 'parentId' | 'source'>;

/** Leaves entries for one organization within one transaction. They are delivered after its commit, at least once. */
export class OutboxWriter implements LeavesEntries {
  readonly organizationId: string;
  readonly tenantId: string;
  readonly source: string | null;
  readonly #sql: TransactionSql;
  readonly #options: OutboxWriterOptions;
  readonly #lanes = new Map<string, Pick<Lane, 'kind' | 'target'>>();
  #dropped = new Map<string, number>();

  constructor(sql: TransactionSql, organization: LeavingOrganization, options: OutboxWriterOptions) {
    this.#sql = sql;
    this.organizationId = organization.id;
    this.tenantId = tenantIdOf(organization);
    this.source = organization.source;
    this.#options = options;
  }

  /** Whether there is nothing to tell the outbox after the commit. */
  get isEmpty(): boolean {
    return this.#lanes.size === 0 && this.#dropped.size === 0;
  }

  /** How many entries were dropped, by kind, since this was called last. */
  takeDropped(): Iterable<[kind: string, count: number]> {
    const dropped = this.#dropped;
    this.#dropped = new Map();
    return dropped;
  }

  /** The kinds and targets of the entries that were left. */
  get lanes(): Iterable<Pick<Lane, 'kind' | 'target'>> {
    return this.#lanes.values();
  }

  async leave<Contents extends z.ZodType, Result>(
    kind: Kind<Contents, Result>,
    contents: z.input<Contents>,
    { idempotencyKey }: { readonly idempotencyKey?: string } = {},
  ): Promise<void> {
    await this.#insert(kind, contents, { idempotencyKey });
    await this.#finish(kind);
  }

  async leaveAll<Contents extends z.ZodType>(
    kind: Kind<Contents>,
    entries: readonly EntryToLeave<z.input<Contents>>[],
    { maxWaiting }: { readonly maxWaiting: number },
  ): Promise<void> {
    if (entries.length === 0) return;
    const waiting = await countWaiting(this.#sql, { id: this.organizationId }, kind.name, maxWaiting);
    const left = entries.slice(0, Math.max(maxWaiting - waiting, 0));
    await Promise.all(left.map(({ contents, ...named }) => this.#insert(kind, contents, named)));
    const dropped = entries.length - left.length;
    if (dropped > 0) this.#dropped.set(kind.name, (this.#dropped.get(kind.name) ?? 0) + dropped);
    if (left.length > 0) await this.#finish(kind);
  }

  async #insert<Contents extends z.ZodType>(
    kind: Kind<Contents>,
    contents: z.input<Contents>,
    named: { readonly idempotencyKey?: string | undefined; readonly target?: string },
  ): Promise<void> {
    const { services, kinds, clock } = this.#options;
    const { organizationId } = this;
    const sql = this.#sql;
    const id = uuidv7(services.clock());
    const { idempotencyKey = id, target = null } = named;
    if (!kinds.has(kind.name)) throw new Error(`no process delivers entries of the kind ${kind.name}`);
    // It may become a header of a request.
    if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) throw new Error('the idempotency key is not valid');
    const json = JSON.stringify(contents);
    // The message of the schema may quote a value.
    if (!kind.contents.safeParse(JSON.parse(json)).success)
      throw new Error(`the contents of an entry do not match the kind ${kind.name}`);
    const place = placeOfContents(this.tenantId, { organizationId, id });
    const row = {
      organizationId,
      id,
      kind: kind.name,
      idempotencyKey,
      contents: kind.isSecret ? null : json,
      sealedContents: kind.isSecret ? await services.vault.seal(sql, place, Buffer.from(json)) : null,
    };
    const mac = services.macs.macOf(outboxTable, row);
    const now = timeOf(sql, clock);
    await sql`
      insert into outbox
        (organization_id, id, kind, idempotency_key, target, contents, sealed_contents, mac, created_at, due_at)
      values (${organizationId}, ${id}, ${kind.name}, ${idempotencyKey}, ${target}, ${row.contents}, ${row.sealedContents},
        ${mac}, ${now}, ${now})`;
    this.#lanes.set(`${kind.name} ${target}`, { kind: kind.name, target });
  }

  async #finish(kind: Kind): Promise<void> {
    // Nobody can retry them, and codes that could not be sent would pile up.
    if (kind.erasesContents) await forgetErased(this.#sql, { id: this.organizationId }, kind.name, this.#options.clock);
  }
}
