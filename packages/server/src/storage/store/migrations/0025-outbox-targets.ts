/** Entries of the outbox with the same target take turns with those of other targets: one that hangs does not delay the others. */
export default [
  // What a caller chose to be called, such as the id of a webhook endpoint; null if the operator chose it.
  'alter table outbox add column target text',
  'drop index outbox_due',
  "create index outbox_due on outbox (due_at, organization_id, kind, target) where state = 'waiting'",
  'drop index outbox_due_of_organization',
  "create index outbox_due_of_organization on outbox (organization_id, kind, target, due_at) where state = 'waiting'",
];
