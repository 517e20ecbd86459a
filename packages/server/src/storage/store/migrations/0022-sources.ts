/** The source of an anonymous sign-up is kept with its organization: many organizations of one stranger count as one. */
export default [
  // Null if nobody signed up for the organization through the proxy.
  'alter table organizations add column source text',
];
