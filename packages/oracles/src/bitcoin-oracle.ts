import { secp256k1 } from '@noble/curves/secp256k1.js';
import { initEccLib, type Network, networks, payments } from 'bitcoinjs-lib';
import coininfo from 'coininfo';

const { Point } = secp256k1;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const liftX = (x: Uint8Array) => Point.fromHex(`02${hex(x)}`);

function isXOnlyPoint(x: Uint8Array): boolean {
  try {
    liftX(x);
    return true;
  } catch {
    return false;
  }
}

function addTweak(x: Uint8Array, tweak: Uint8Array) {
  const sum = Point.BASE.multiply(BigInt(`0x${hex(tweak)}`)).add(liftX(x));
  if (sum.is0()) return null;
  const [prefix, ...xOnlyPubkey] = sum.toBytes(true);
  return { parity: prefix === 0x03 ? (1 as const) : (0 as const), xOnlyPubkey: Uint8Array.from(xOnlyPubkey) };
}

/** The tweak is the same on every network, and takes longer than all else here. */
const tweaked = new Map<string, ReturnType<typeof addTweak>>();

// The server tweaks Taproot keys with libsecp256k1. bitcoinjs-lib gets another implementation, as a second opinion.
initEccLib({
  isXOnlyPoint,
  xOnlyPointAddTweak(x, tweak) {
    const key = hex(x) + hex(tweak);
    const sum = tweaked.get(key) ?? addTweak(x, tweak);
    tweaked.set(key, sum);
    return sum;
  },
});

export const { bitcoin, testnet, regtest } = networks;
/** bitcoinjs-lib has no signet, whose addresses are those of testnet (BIP-325). */
export const signet: Network = { ...testnet };
export const dogecoin: Network = coininfo.dogecoin.main.toBitcoinJS();
export const dogecoinTestnet: Network = coininfo.dogecoin.test.toBitcoinJS();

type Kind = (pubkey: Uint8Array, network: Network) => { readonly address?: string | undefined };

export const p2pkh: Kind = (pubkey, network) => payments.p2pkh({ pubkey, network });
export const p2wpkh: Kind = (pubkey, network) => payments.p2wpkh({ pubkey, network });
export const p2sh: Kind = (pubkey, network) => payments.p2sh({ redeem: payments.p2wpkh({ pubkey, network }), network });
export const p2wsh: Kind = (pubkey, network) => payments.p2wsh({ redeem: payments.p2pk({ pubkey, network }), network });
export const p2tr: Kind = (pubkey, network) => payments.p2tr({ internalPubkey: pubkey.slice(1), network });

export const bitcoinAddress = (kind: Kind, network: Network) => (publicKey: Uint8Array) =>
  kind(publicKey, network).address ?? '';
