/** What the addresses of a network begin with. */
export interface BitcoinNetwork {
  /** The version byte of P2PKH in base58check. */
  readonly publicKeyHash: number;
  /** The version byte of P2SH in base58check. */
  readonly scriptHash: number;
  /** The human-readable part in Bech32 and Bech32m. */
  readonly prefix: string;
}

export const mainnet: BitcoinNetwork = { publicKeyHash: 0x00, scriptHash: 0x05, prefix: 'bc' };
export const testnet: BitcoinNetwork = { publicKeyHash: 0x6f, scriptHash: 0xc4, prefix: 'tb' };
/** BIP-325 takes the addresses of testnet. */
export const signet: BitcoinNetwork = { ...testnet };
export const regtest: BitcoinNetwork = { ...testnet, prefix: 'bcrt' };
