import type { EvmNode } from '@mintmark/testing/evm-node';

/** The topic of Transfer(address,address,uint256). */
export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()).padStart(64, '0');

const codes = {
  /** A token: the balance of an account is in the slot with its address, and every call is transfer(address,uint256). */
  token: [
    '600435', // to
    '602435', // amount
    '3354', // balance of the caller
    '818110604d57', // reverts if it is smaller
    '8190033355', // balance of the caller - amount
    '815481018255', // balance of the recipient + amount
    '600052', // the amount is the data of the log
    `337f${transferTopic}60206000a3`,
    '600160005260206000f3', // returns true
    '5b60006000fd',
  ].join(''),
  /** Logs the first three words of the call as topics, and the rest as data. */
  log3: '604035602035600035606036038060606000376000a300',
  /** The same with four topics. */
  log4: '606035604035602035600035608036038060806000376000a400',
  /** Passes its value on to the account in the first word. */
  forwarder: '6000600060006000346000355af100',
  /** Refuses every call. */
  refuser: '60006000fd',
};

export type ContractName = keyof typeof codes;

const addressOf = (index: number) => `0x${'c0'.repeat(19)}${index.toString(16).padStart(2, '0')}`;

/** The addresses of the contracts. */
export const contracts = Object.fromEntries(
  Object.keys(codes).map((name, index) => [name, addressOf(index + 1)]),
) as Readonly<Record<ContractName, string>>;

/** Puts the contracts on the chain of a node. */
export async function addContracts(node: EvmNode): Promise<void> {
  for (const [name, code] of Object.entries(codes))
    await node.request('hardhat_setCode', [contracts[name as ContractName], `0x${code}`]);
}

/** Gives an account tokens. */
export const giveTokens = (node: EvmNode, address: string, amount: bigint): Promise<unknown> =>
  node.request('hardhat_setStorageAt', [
    contracts.token,
    `0x${word(address).replace(/^0+(?=.)/, '')}`,
    `0x${word(amount)}`,
  ]);

/** The call that transfers tokens. */
export const transferCall = (to: string, amount: bigint) => ({
  to: contracts.token,
  data: `0xa9059cbb${word(to)}${word(amount)}`,
});
