import { encodeP2pkh } from './bitcoin-p2pkh.ts';

/** P2PKH with the version bytes of Dogecoin Core (chainparams.cpp, PUBKEY_ADDRESS). */
export const encodeDogecoin = encodeP2pkh({ publicKeyHash: 0x1e });
export const encodeDogecoinTestnet = encodeP2pkh({ publicKeyHash: 0x71 });
