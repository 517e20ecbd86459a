import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import { crc16Xmodem } from './crc16-xmodem.ts';
import { byteBits, type CellReference, hashCell, numberBits } from './ton-cell.ts';

/** A version of the wallet contract. */
interface WalletContract {
  /** The root cell of the compiled contract: its code never changes, and no more of it is in the address. */
  readonly code: CellReference;
  /** The bits of the contract's first data. */
  readonly data: (publicKey: string) => string;
}

const sequenceNumber = numberBits(0, 32);
/** Up to version 4, in workchain 0: the first 4 bytes of the root hash of mainnet's zero state, little-endian. */
const walletId = numberBits(0x29a9a317, 32);
/** Version 5: the mainnet's id -239, XORed with 1 bit "made by a client", workchain 0, version 0 and subwallet 0. */
const walletIdV5 = numberBits(0x7fffff11, 32);
const allowSignatures = '1';
const emptyDictionary = '0';

const v3r2: WalletContract = {
  code: { hash: hexToBytes('84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599'), depth: 0 },
  data: (publicKey) => sequenceNumber + walletId + publicKey,
};
const v4r2: WalletContract = {
  code: { hash: hexToBytes('feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0'), depth: 7 },
  data: (publicKey) => sequenceNumber + walletId + publicKey + emptyDictionary,
};
const v5r1: WalletContract = {
  code: { hash: hexToBytes('20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f'), depth: 6 },
  data: (publicKey) => allowSignatures + sequenceNumber + walletIdV5 + publicKey + emptyDictionary,
};

/** Neither a split depth nor special, with code and data, without libraries (block.tlb, StateInit). */
const codeAndData = '00110';
/** A user-friendly address that is not bounceable and not for test networks only, then the workchain 0 (TEP-2). */
const flagsAndWorkchain = Uint8Array.of(0x51, 0x00);

/** The hash of the contract's initial state as a user-friendly address: non-bounceable, in base64url (TEP-2). */
const encodeTon =
  ({ code, data }: WalletContract) =>
  (publicKey: Uint8Array): string => {
    const dataCell = { hash: hashCell(data(byteBits(publicKey)), []), depth: 0 };
    const payload = concatBytes(flagsAndWorkchain, hashCell(codeAndData, [code, dataCell]));
    const checksum = crc16Xmodem(payload);
    return base64urlnopad.encode(concatBytes(payload, Uint8Array.of(checksum >> 8, checksum & 0xff)));
  };

export const encodeTonV3r2 = encodeTon(v3r2);
export const encodeTonV4r2 = encodeTon(v4r2);
export const encodeTonV5r1 = encodeTon(v5r1);
