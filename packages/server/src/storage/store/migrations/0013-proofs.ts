/** App proofs, and the boot proofs of the processes that signed them. */
export default `
-- One for each start of a process. They stay, since app proofs name them.
create table boot_proofs (
  -- The ephemeral key of the process, in hex.
  public_key text not null,
  -- As text, since its digest is signed.
  manifest text not null,
  manifest_version text not null,
  envelope text not null,
  -- Empty if there was no attester.
  attestation bytea not null,
  deployment_label text not null,
  owner text not null,
  created_at timestamptz not null,
  mac text not null,
  primary key (public_key)
);
create index boot_proofs_by_time on boot_proofs (created_at desc, public_key);

-- The proofs that one decision about an activity led to.
create table app_proofs (
  organization_id uuid not null,
  id uuid not null,
  activity_id uuid not null,
  -- That of a boot proof. Not a foreign key: the answer of a process does not depend on it.
  public_key text not null,
  -- A list of { proofPayload, signature } as JSON.
  proofs text not null,
  created_at timestamptz not null,
  mac text not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations
);
create index app_proofs_by_activity on app_proofs (organization_id, activity_id, id);
`;
