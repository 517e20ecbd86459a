import { AsyncLocalStorage } from 'node:async_hooks';
import { shapeProblems } from './statement-shape.ts';

/** Statements that name no organization, by the reason why they may. */
const acrossOrganizations: Readonly<Record<string, readonly string[]>> = {
  'at the first start and before an audit: is there anything at all?': ['select from organizations limit 1'],
  'the top-level organizations: for the totals of storage, at the start and once an hour, in the list of the operator, and in an audit':
    [
      'select * from organizations where parent_id is null order by id limit $1',
      'select * from organizations where parent_id is null and id > $1 order by id limit $2',
    ],
  'one page of sub-organizations, which are on several machines': [
    'select * from organizations where id = any($1::uuid[]) order by id desc',
  ],
  'an audit compares the sub-organizations with the chain of their parent; the list of the operator counts them': [
    'select * from organizations where parent_id = $1 order by id limit $2',
    'select * from organizations where parent_id = $1 and id > $2 order by id limit $3',
  ],
  'an audit reads every organization, and every chain that is followed': [
    'select * from followed_chains order by caip2',
    'select * from organizations order by id limit $1',
    'select * from organizations where id > $1 order by id limit $2',
  ],
  'once, at the first start after an upgrade: users who have tags get a digest of them': [
    'select distinct organization_id from user_tags order by organization_id limit $1',
    'select distinct organization_id from user_tags where organization_id > $1 order by organization_id limit $2',
  ],
  'the heads of all chains are written to one file': [
    'select * from audit_heads order by organization_id limit $1',
    'select * from audit_heads where organization_id > $1 order by organization_id limit $2',
  ],
  'each process looks for organizations with entries of the outbox that are due, on several machines every 2 minutes': [
    "select tenant_id, source, organization_id, kind, target from ( select *, row_number() over ( partition by tenant_id, kind order by turn_of_source, oldest, organization_id, target ) as turn from ( select *, row_number() over ( partition by tenant_id, coalesce(source, organization_id::text), kind order by oldest, organization_id, target ) as turn_of_source from ( select coalesce(organizations.parent_id, organizations.id) as tenant_id, organizations.source, due.organization_id, due.kind, due.target, due.oldest from ( select organization_id, kind, target, min(due_at) as oldest from outbox where state = 'waiting' and due_at <= now() and kind = any($1::text[]) group by organization_id, kind, target ) due join organizations on organizations.id = due.organization_id ) lanes ) lanes_of_sources ) turns order by turn, oldest, organization_id, kind, target limit $2",
  ],
  'each process looks for entries of the outbox that only a newer version knows, on several machines every 10 minutes':
    ["select from outbox where state = 'waiting' and kind <> all($1::text[]) limit 1"],
  'the leases of a worker that is gone are ended, and at the start of an embedded PostgreSQL all leases': [
    "select distinct organization_id from outbox where state = 'waiting' and due_at > now() and lease_id between $1::uuid and $2::uuid",
    "select distinct organization_id from outbox where state = 'waiting' and due_at > now() and lease_id is not null",
  ],
  'the metrics count the entries of the outbox': [
    'select state, kind, count(*)::integer as count, greatest(extract(epoch from now() - min(due_at)), 0)::float8 as overdue_seconds from outbox group by state, kind order by state, kind',
  ],
  'the operator lists the outbox, and retries entries by their ids or all that failed': [
    'select organization_id, id, kind, idempotency_key, state, due_at, lease_id, attempts, error_code, error_text, created_at from outbox order by organization_id, id limit $1',
    'select organization_id, id, kind, idempotency_key, state, due_at, lease_id, attempts, error_code, error_text, created_at from outbox where (organization_id, id) > ($1, $2) order by organization_id, id limit $3',
    'select organization_id from outbox where id = $1',
    'select from outbox where id = $1 and num_nonnulls(contents, sealed_contents) = 0',
    "select distinct organization_id from outbox where state = 'failed'",
  ],
  'each block of a chain names addresses, which may belong to any organization; their parents may have webhook endpoints':
    [
      "select distinct organization_id, address from wallet_accounts where address_format = 'ADDRESS_FORMAT_ETHEREUM' and lower(address) = any($1::text[])",
      'select id, parent_id, source from organizations where id = any($1::uuid[]) and deleted_at is null',
    ],
  'each process adds up what has changed, and reads the totals of all tenants, from several machines every 5 minutes': [
    'select organization_id, bytes + coalesce(earlier_bytes, 0) as bytes, earlier_bytes is not null as is_counted from audit_heads where organization_id = any($1::uuid[])',
    'select organization_id, bytes from storage_totals',
  ],
  'blocks that a chain has dropped or made final have transactions of several organizations': [
    'delete from chain_transactions where caip2 = $1 and block_number > $2',
    'select block_number from chain_transactions where caip2 = $1 and block_number > $2 and block_number <= $3 order by block_number offset $4 limit 1',
    'select * from chain_transactions where caip2 = $1 and block_number > $2 and block_number <= $3 order by block_number, transaction_index, organization_id, address',
  ],
};

const allowed = new Set(Object.values(acrossOrganizations).flat());

/** What statements have in common that are only sent where all rows are in one PostgreSQL, by what they are for. */
const onOnePostgres: Readonly<Record<string, RegExp>> = {
  'requests to several organizations are decided together': / as asked \((?:organization_id|id),/,
  'several organizations are locked together':
    /^select \* from organizations where id = any\(\$1::uuid\[\]\) and deleted_at is null order by id for no key update/,
  'the endpoints of a parent are looked for together with those of its sub-organization':
    /from webhook_endpoints where organization_id in \(/,
  'several rows are written together': /\bfrom unnest\(\(select \$\d+::/,
  'rows of several tables are written together': /^with "part_1" as \(/,
};

/** Whether a statement must not be sent to a database that is distributed over several machines. */
export const needsOnePostgres = (text: string): boolean =>
  Object.values(onOnePostgres).some((pattern) => pattern.test(text));

const inService = new AsyncLocalStorage<true>();

/** Runs a part of the service, so that its statements are watched; those of the tests are not. */
export const watched = <Result>(work: () => Promise<Result>): Promise<Result> => inService.run(true, work);

/** Collects the statements of the service. */
export class StatementWatch {
  readonly #texts = new Set<string>();

  readonly #listeners = new Set<(text: string) => void>();

  readonly add = (text: string): void => {
    if (!inService.getStore()) return;
    const line = text.replace(/--.*/g, '').replace(/\s+/g, ' ').trim();
    this.#texts.add(line);
    for (const listener of this.#listeners) listener(line);
  };

  /** Tells a listener of each further statement, until the returned function is called. */
  follow(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Throws if a distributed database could not run a statement, or would send it to all machines and it is not on the list. */
  check({ isDistributed }: { readonly isDistributed: boolean }): void {
    const wrong = [...this.#texts].flatMap((text) => {
      if (needsOnePostgres(text)) return isDistributed ? `several organizations share this statement: ${text}` : [];
      return problemsOf(text).map((problem) => `${problem}: ${text}`);
    });
    if (wrong.length > 0)
      throw new Error(`a distributed database could not run these statements:\n${wrong.join('\n')}`);
  }
}

/** By the text of a statement: all tests of a process send the same ones. */
const known = new Map<string, readonly string[]>();

function problemsOf(text: string): readonly string[] {
  const problems =
    known.get(text) ??
    shapeProblems(text).flatMap(({ isOnlySlow, words }) => (isOnlySlow && allowed.has(text) ? [] : words));
  known.set(text, problems);
  return problems;
}
