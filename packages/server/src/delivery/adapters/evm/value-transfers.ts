/** Value that moved from one account to another. Addresses are lower-case hex. */
export interface ValueTransfer {
  /** The contract of the token, or null for the native asset of the chain. */
  readonly token: string | null;
  readonly from: string;
  readonly to: string;
  /** In atomic units. */
  readonly amount: bigint;
}

interface EvmLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** The topic of Transfer(address,address,uint256). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * The transfer that a log of an ERC-20 token reports, if it is one: two indexed addresses, and the amount as data. Tokens of
 * ERC-721 have the same topic with the id of the token as a fourth one.
 */
export function erc20Transfers({ address, topics, data }: EvmLog): readonly ValueTransfer[] {
  const [topic, from, to] = topics;
  if (topic !== transferTopic || topics.length !== 3 || data.length !== 66) return [];
  const parties = [addressOf(from), addressOf(to)] as const;
  if (parties[0] === undefined || parties[1] === undefined) return [];
  return [{ token: address, from: parties[0], to: parties[1], amount: BigInt(data) }];
}

/** An address in a topic is padded with zeros; anything else is no address. */
const addressOf = (topic: string | undefined): string | undefined => {
  const [, digits] = /^0x0{24}([0-9a-f]{40})$/.exec(topic ?? '') ?? [];
  return digits === undefined ? undefined : `0x${digits}`;
};
