import { ed25519 } from '@noble/curves/ed25519.js';
import { native } from '#native';
import { attempt } from '../native/attempt.ts';
import { AddressError } from './address-error.ts';
import { encodeAptos } from './aptos.ts';
import { type BitcoinNetwork, mainnet, regtest, signet, testnet } from './bitcoin-network.ts';
import { encodeP2pkh } from './bitcoin-p2pkh.ts';
import { encodeP2sh } from './bitcoin-p2sh.ts';
import { encodeP2tr } from './bitcoin-p2tr.ts';
import { encodeP2wpkh } from './bitcoin-p2wpkh.ts';
import { encodeP2wsh } from './bitcoin-p2wsh.ts';
import { encodeCosmos } from './cosmos.ts';
import { encodeDogecoin, encodeDogecoinTestnet } from './dogecoin.ts';
import { encodeEthereum } from './ethereum.ts';
import { encodeCompressed, encodeUncompressed } from './public-key.ts';
import { encodeSei } from './sei.ts';
import { encodeSolana } from './solana.ts';
import { encodeSpark } from './spark.ts';
import { encodeStellar } from './stellar.ts';
import { encodeSui } from './sui.ts';
import { encodeTonV3r2, encodeTonV4r2, encodeTonV5r1 } from './ton.ts';
import { encodeTron } from './tron.ts';
import { encodeXrp } from './xrp.ts';

export type Curve = 'CURVE_SECP256K1' | 'CURVE_ED25519' | 'CURVE_P256';
export type AddressFormat = keyof typeof encoders;

/** A public key: 33 bytes, compressed, on secp256k1 and P-256; 32 bytes on ed25519. */
export interface PublicKey {
  readonly curve: Curve;
  readonly bytes: Uint8Array;
}

type Encode = (publicKey: Uint8Array) => string;

const onSecp256k1 = (encode: Encode) => ({ CURVE_SECP256K1: encode });
const onEd25519 = (encode: Encode) => ({ CURVE_ED25519: encode });
const bitcoin = (encode: (network: BitcoinNetwork) => Encode, network: BitcoinNetwork) => onSecp256k1(encode(network));

const { secp256k1, p256 } = native;
const encoders = {
  ADDRESS_FORMAT_UNCOMPRESSED: {
    CURVE_SECP256K1: encodeUncompressed(secp256k1.decompress),
    CURVE_P256: encodeUncompressed(p256.decompress),
  },
  ADDRESS_FORMAT_COMPRESSED: {
    CURVE_SECP256K1: encodeCompressed,
    CURVE_ED25519: encodeCompressed,
    CURVE_P256: encodeCompressed,
  },
  ADDRESS_FORMAT_ETHEREUM: onSecp256k1(encodeEthereum),
  ADDRESS_FORMAT_SOLANA: onEd25519(encodeSolana),
  ADDRESS_FORMAT_COSMOS: onSecp256k1(encodeCosmos('cosmos')),
  ADDRESS_FORMAT_TRON: onSecp256k1(encodeTron),
  ADDRESS_FORMAT_SUI: onEd25519(encodeSui),
  ADDRESS_FORMAT_APTOS: onEd25519(encodeAptos),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: bitcoin(encodeP2pkh, mainnet),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: bitcoin(encodeP2sh, mainnet),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: bitcoin(encodeP2wpkh, mainnet),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: bitcoin(encodeP2wsh, mainnet),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: bitcoin(encodeP2tr, mainnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH: bitcoin(encodeP2pkh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH: bitcoin(encodeP2sh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH: bitcoin(encodeP2wpkh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH: bitcoin(encodeP2wsh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR: bitcoin(encodeP2tr, testnet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH: bitcoin(encodeP2pkh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH: bitcoin(encodeP2sh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH: bitcoin(encodeP2wpkh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH: bitcoin(encodeP2wsh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR: bitcoin(encodeP2tr, signet),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH: bitcoin(encodeP2pkh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH: bitcoin(encodeP2sh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH: bitcoin(encodeP2wpkh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH: bitcoin(encodeP2wsh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR: bitcoin(encodeP2tr, regtest),
  ADDRESS_FORMAT_SEI: onSecp256k1(encodeSei),
  ADDRESS_FORMAT_XLM: onEd25519(encodeStellar),
  ADDRESS_FORMAT_DOGE_MAINNET: onSecp256k1(encodeDogecoin),
  ADDRESS_FORMAT_DOGE_TESTNET: onSecp256k1(encodeDogecoinTestnet),
  ADDRESS_FORMAT_TON_V3R2: onEd25519(encodeTonV3r2),
  ADDRESS_FORMAT_TON_V4R2: onEd25519(encodeTonV4r2),
  ADDRESS_FORMAT_TON_V5R1: onEd25519(encodeTonV5r1),
  ADDRESS_FORMAT_XRP: onSecp256k1(encodeXrp),
  ADDRESS_FORMAT_SPARK_MAINNET: onSecp256k1(encodeSpark('spark')),
  ADDRESS_FORMAT_SPARK_REGTEST: onSecp256k1(encodeSpark('sparkrt')),
} as const;

/** Every address format with its encoder for each curve that it supports. */
export const addressFormats: Readonly<Record<AddressFormat, Readonly<Partial<Record<Curve, Encode>>>>> = encoders;

const points: Readonly<Record<Curve, { readonly length: number; readonly isPoint: (bytes: Uint8Array) => boolean }>> = {
  CURVE_SECP256K1: { length: 33, isPoint: secp256k1.isPoint },
  CURVE_P256: { length: 33, isPoint: p256.isPoint },
  CURVE_ED25519: { length: 32, isPoint: isEd25519Point },
};

/** Tells whether the bytes are a point on the curve (RFC 8032, section 5.1.3). OpenSSL accepts any 32 bytes as a public key. */
function isEd25519Point(publicKey: Uint8Array): boolean {
  return attempt(() => ed25519.Point.fromBytes(publicKey));
}

/**
 * Returns the address of a public key in a format.
 *
 * @example
 * encodeAddress('ADDRESS_FORMAT_ETHEREUM', { curve: 'CURVE_SECP256K1', bytes }); // '0x…'
 */
export function encodeAddress(format: AddressFormat, { curve, bytes }: PublicKey): string {
  const encode = addressFormats[format][curve];
  if (!encode) throw new AddressError('WRONG_CURVE', `${format} with ${curve}`);
  const { length, isPoint } = points[curve];
  if (bytes.length !== length) throw new AddressError('WRONG_LENGTH', `${bytes.length} bytes on ${curve}`);
  if (!isPoint(bytes)) throw new AddressError('NOT_A_POINT', curve);
  return encode(bytes);
}
