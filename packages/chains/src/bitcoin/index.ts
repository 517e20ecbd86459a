export { mainnet, regtest, signet, testnet } from '../addresses/bitcoin-network.ts';
export { tapTweakOf } from '../addresses/tap-tweak.ts';
export type { BitcoinTransaction } from './bitcoin-transaction.ts';
export { readBitcoinTransaction } from './read-bitcoin-transaction.ts';
