/** The contents of an entry that has failed may be erased: a code must not outlive its message. */
export default [
  'alter table outbox drop constraint outbox_check',
  `
alter table outbox add constraint outbox_contents check (
  num_nonnulls(contents, sealed_contents) = 1 or (state = 'failed' and num_nonnulls(contents, sealed_contents) = 0)
)`,
];
