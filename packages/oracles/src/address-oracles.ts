import { Ed25519PublicKey as AptosPublicKey, AuthenticationKey } from '@aptos-labs/ts-sdk';
import { encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino';
import type { AddressFormat, Curve } from '@mintmark/chains/addresses';
import { Ed25519PublicKey as SuiPublicKey } from '@mysten/sui/keypairs/ed25519';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { getAddressDecoder } from '@solana/addresses';
import { StrKey } from '@stellar/stellar-base';
import { WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { computeAddress } from 'ethers';
import { deriveAddress } from 'ripple-keypairs';
import { utils as tron } from 'tronweb';
import {
  bitcoin,
  bitcoinAddress,
  dogecoin,
  dogecoinTestnet,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  p2wsh,
  regtest,
  signet,
  testnet,
} from './bitcoin-oracle.ts';
import { type Recording, sparkMainnet, sparkRegtest } from './spark-recording.ts';

type Encode = (publicKey: Uint8Array) => string;

/** Another implementation of an address format: the library that the chain's developers use. */
export interface AddressOracle {
  readonly library: string;
  /** How it encodes a key of each curve, or what it encoded earlier. */
  readonly encodes: Readonly<Partial<Record<Curve, Encode | Recording>>>;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const onSecp256k1 = (library: string, encode: Encode | Recording): AddressOracle => ({
  library,
  encodes: { CURVE_SECP256K1: encode },
});
const onEd25519 = (library: string, encode: Encode): AddressOracle => ({ library, encodes: { CURVE_ED25519: encode } });

const ofBitcoin = (...parameters: Parameters<typeof bitcoinAddress>) =>
  onSecp256k1('bitcoinjs-lib', bitcoinAddress(...parameters));
const ofDogecoin = (...parameters: Parameters<typeof bitcoinAddress>) =>
  onSecp256k1('bitcoinjs-lib, coininfo', bitcoinAddress(...parameters));
const ofCosmos = (prefix: string) =>
  onSecp256k1('@cosmjs/amino', (publicKey) => pubkeyToAddress(encodeSecp256k1Pubkey(publicKey), prefix));
const ofTon = (contract: typeof WalletContractV3R2 | typeof WalletContractV4 | typeof WalletContractV5R1) =>
  onEd25519('@ton/ton', (publicKey) =>
    contract.create({ workchain: 0, publicKey: Buffer.from(publicKey) }).address.toString({ bounceable: false }),
  );
const ofSpark = (recording: Recording) => onSecp256k1(`${recording.library}, recorded`, recording);
const tronAddress: Encode = (publicKey) => {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return tron.crypto.getBase58CheckAddress(tron.crypto.computeAddress(uncompressed));
};

export const addressOracles: Readonly<Record<AddressFormat, AddressOracle>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: {
    library: '@noble/curves',
    encodes: {
      CURVE_SECP256K1: (publicKey) => secp256k1.Point.fromBytes(publicKey).toHex(false),
      CURVE_P256: (publicKey) => p256.Point.fromBytes(publicKey).toHex(false),
    },
  },
  ADDRESS_FORMAT_COMPRESSED: {
    library: '@noble/curves',
    encodes: {
      CURVE_SECP256K1: (publicKey) => secp256k1.Point.fromBytes(publicKey).toHex(true),
      CURVE_ED25519: (publicKey) => ed25519.Point.fromBytes(publicKey).toHex(),
      CURVE_P256: (publicKey) => p256.Point.fromBytes(publicKey).toHex(true),
    },
  },
  ADDRESS_FORMAT_ETHEREUM: onSecp256k1('ethers', (publicKey) => computeAddress(`0x${hex(publicKey)}`)),
  ADDRESS_FORMAT_SOLANA: onEd25519('@solana/addresses', (publicKey) => getAddressDecoder().decode(publicKey)),
  ADDRESS_FORMAT_COSMOS: ofCosmos('cosmos'),
  ADDRESS_FORMAT_TRON: onSecp256k1('tronweb', tronAddress),
  ADDRESS_FORMAT_SUI: onEd25519('@mysten/sui', (publicKey) => new SuiPublicKey(publicKey).toSuiAddress()),
  ADDRESS_FORMAT_APTOS: onEd25519('@aptos-labs/ts-sdk', (publicKey) =>
    AuthenticationKey.fromPublicKey({ publicKey: new AptosPublicKey(publicKey) })
      .derivedAddress()
      .toString(),
  ),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: ofBitcoin(p2pkh, bitcoin),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: ofBitcoin(p2sh, bitcoin),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: ofBitcoin(p2wpkh, bitcoin),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: ofBitcoin(p2wsh, bitcoin),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: ofBitcoin(p2tr, bitcoin),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH: ofBitcoin(p2pkh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH: ofBitcoin(p2sh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH: ofBitcoin(p2wpkh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH: ofBitcoin(p2wsh, testnet),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR: ofBitcoin(p2tr, testnet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH: ofBitcoin(p2pkh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH: ofBitcoin(p2sh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH: ofBitcoin(p2wpkh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH: ofBitcoin(p2wsh, signet),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR: ofBitcoin(p2tr, signet),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH: ofBitcoin(p2pkh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH: ofBitcoin(p2sh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH: ofBitcoin(p2wpkh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH: ofBitcoin(p2wsh, regtest),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR: ofBitcoin(p2tr, regtest),
  ADDRESS_FORMAT_SEI: ofCosmos('sei'),
  ADDRESS_FORMAT_XLM: onEd25519('@stellar/stellar-base', (publicKey) =>
    StrKey.encodeEd25519PublicKey(Buffer.from(publicKey)),
  ),
  ADDRESS_FORMAT_DOGE_MAINNET: ofDogecoin(p2pkh, dogecoin),
  ADDRESS_FORMAT_DOGE_TESTNET: ofDogecoin(p2pkh, dogecoinTestnet),
  ADDRESS_FORMAT_TON_V3R2: ofTon(WalletContractV3R2),
  ADDRESS_FORMAT_TON_V4R2: ofTon(WalletContractV4),
  ADDRESS_FORMAT_TON_V5R1: ofTon(WalletContractV5R1),
  ADDRESS_FORMAT_XRP: onSecp256k1('ripple-keypairs', (publicKey) => deriveAddress(hex(publicKey).toUpperCase())),
  ADDRESS_FORMAT_SPARK_MAINNET: ofSpark(sparkMainnet),
  ADDRESS_FORMAT_SPARK_REGTEST: ofSpark(sparkRegtest),
};
