import { z } from 'zod';
import { component } from '../../component.ts';
import type { Curve } from './curve.ts';

type CurveName = z.infer<typeof Curve>;

const secp256k1: readonly CurveName[] = ['CURVE_SECP256K1'];
const ed25519: readonly CurveName[] = ['CURVE_ED25519'];

const curvesByFormat = <Format extends string>(curves: Readonly<Record<Format, readonly CurveName[]>>) => curves;

/** Every address format, in the order of the contract, with the curves that it supports. */
export const addressFormatCurves = curvesByFormat({
  ADDRESS_FORMAT_UNCOMPRESSED: ['CURVE_SECP256K1', 'CURVE_P256'],
  ADDRESS_FORMAT_COMPRESSED: ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'],
  ADDRESS_FORMAT_ETHEREUM: secp256k1,
  ADDRESS_FORMAT_SOLANA: ed25519,
  ADDRESS_FORMAT_COSMOS: secp256k1,
  ADDRESS_FORMAT_TRON: secp256k1,
  ADDRESS_FORMAT_SUI: ed25519,
  ADDRESS_FORMAT_APTOS: ed25519,
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: secp256k1,
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR: secp256k1,
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR: secp256k1,
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH: secp256k1,
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR: secp256k1,
  ADDRESS_FORMAT_SEI: secp256k1,
  ADDRESS_FORMAT_XLM: ed25519,
  ADDRESS_FORMAT_DOGE_MAINNET: secp256k1,
  ADDRESS_FORMAT_DOGE_TESTNET: secp256k1,
  ADDRESS_FORMAT_TON_V3R2: ed25519,
  ADDRESS_FORMAT_TON_V4R2: ed25519,
  ADDRESS_FORMAT_TON_V5R1: ed25519,
  ADDRESS_FORMAT_XRP: secp256k1,
  ADDRESS_FORMAT_SPARK_MAINNET: secp256k1,
  ADDRESS_FORMAT_SPARK_REGTEST: secp256k1,
});

type AddressFormatName = keyof typeof addressFormatCurves;

export const AddressFormat = component(
  'AddressFormat',
  'How an address is derived from a public key.',
  z.enum(Object.keys(addressFormatCurves) as [AddressFormatName, ...AddressFormatName[]], 'invalid address format'),
);
