/** Transactions that a node refused, or does not have: it may have kept them, so that they have not failed. */
export default [
  'alter table sent_transactions drop constraint sent_transactions_status_check',
  `
alter table sent_transactions add constraint sent_transactions_status_check
  check (status in ('INITIALIZED', 'REFUSED', 'DENIED', 'BROADCASTING', 'INCLUDED', 'FAILED'))`,
  `
create index sent_transactions_refused on sent_transactions (organization_id, caip2, address, nonce)
  where status in ('REFUSED', 'DENIED')`,
];
