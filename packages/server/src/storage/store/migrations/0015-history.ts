/** The transactions of wallet accounts on EVM chains, and how far each chain was followed. */
export default [
  // Each block names up to thousands of addresses, which may belong to any organization. Not a partial index: PostgreSQL would not use
  // its statistics, and would read all accounts.
  'create index wallet_accounts_by_lower_address on wallet_accounts (lower(address))',
  `
create table chain_transactions (
  organization_id uuid not null,
  -- The chain as a CAIP-2 identifier.
  caip2 text not null,
  -- The address of the wallet account, with its checksum, as all addresses here.
  address text not null,
  block_number bigint not null,
  transaction_index integer not null,
  transaction_hash text not null,
  block_hash text not null,
  block_time timestamptz not null,
  sender text not null,
  -- Null if the transaction created a contract.
  recipient text,
  -- In atomic units of the native asset.
  fee numeric(78) not null,
  -- JSON: what moved to or from the address.
  transfers text not null,
  transfer_count integer not null,
  mac text not null,
  primary key (organization_id, caip2, address, block_number, transaction_index),
  foreign key (organization_id) references organizations
);
create index chain_transactions_by_block on chain_transactions (caip2, block_number);

-- One row for each chain. One process at a time follows it.
create table followed_chains (
  caip2 text primary key,
  -- Counts the leases. A process whose lease was taken over has an older number, and can write nothing.
  fence bigint not null,
  lease_ends_at timestamptz not null,
  -- The block that was recorded first. Null until the newest block of the chain is known.
  first_number bigint,
  -- The block that was recorded last. At the start the block before the first one, without its hash.
  head_number bigint,
  head_hash text,
  -- The newest recorded block that the chain cannot drop any more.
  finalized_number bigint,
  mac text not null
);

-- The newest recorded blocks of each chain, to find out which of them the chain has dropped.
create table followed_blocks (
  caip2 text not null,
  number bigint not null,
  hash text not null,
  primary key (caip2, number)
);
`,
];
