/** The row of a user says which tags the user has, so that a tag that is removed in the database alone is noticed. */
export default [
  // Null if the user never had a tag.
  'alter table users add column tags_digest text',
  // Whether the users who had tags before have a digest of them.
  'alter table instance add column covers_user_tags boolean not null default false',
];
