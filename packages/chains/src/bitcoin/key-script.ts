import { equalBytes } from '@mintmark/stamper/encoding';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { bech32m } from '@scure/base';
import { mainnet } from '../addresses/bitcoin-network.ts';
import { encodeP2tr } from '../addresses/bitcoin-p2tr.ts';
import { hash160 } from '../addresses/hash160.ts';
import { buildOutputScript, type OutputType, parseOutputScript } from './output-script.ts';

/** An output script that belongs to a key, and what is needed to spend it. */
export interface KeyScript {
  readonly type: OutputType;
  readonly script: Uint8Array;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  /** What a signature commits to in place of the script (BIP-143), except for P2TR. */
  readonly scriptCode: Uint8Array;
}

/** The scripts behind the addresses of a key, by type. */
const buildKeyScripts: Readonly<Record<OutputType, (publicKey: Uint8Array) => Omit<KeyScript, 'type'>>> = {
  P2PKH(publicKey) {
    const script = buildOutputScript('P2PKH', hash160(publicKey));
    return { script, scriptCode: script };
  },

  /** P2WPKH nested in P2SH (BIP-49). */
  P2SH(publicKey) {
    const { script: redeemScript, scriptCode } = buildKeyScripts.P2WPKH(publicKey);
    return { script: buildOutputScript('P2SH', hash160(redeemScript)), redeemScript, scriptCode };
  },

  P2WPKH(publicKey) {
    const hash = hash160(publicKey);
    return { script: buildOutputScript('P2WPKH', hash), scriptCode: buildOutputScript('P2PKH', hash) };
  },

  /** `<public key> OP_CHECKSIG` */
  P2WSH(publicKey) {
    const witnessScript = concatBytes(Uint8Array.of(33), publicKey, Uint8Array.of(0xac));
    const script = buildOutputScript('P2WSH', sha256(witnessScript));
    return { script, witnessScript, scriptCode: witnessScript };
  },

  /** The tweaked key is taken from the address, so that curve arithmetic stays where the addresses are made. */
  P2TR(publicKey) {
    const { words } = bech32m.decode(encodeP2tr(mainnet)(publicKey) as `${string}1${string}`);
    const script = buildOutputScript('P2TR', bech32m.fromWords(words.slice(1)));
    return { script, scriptCode: script };
  },
};

/** Returns a function that recognizes the output scripts of a key. A script of a type is only built if an output has that type. */
export function createScriptMatcher(publicKey: Uint8Array): (script: Uint8Array) => KeyScript | undefined {
  const built = new Map<OutputType, KeyScript>();
  return (script) => {
    const type = parseOutputScript(script)?.type;
    if (!type) return undefined;
    const own = built.get(type) ?? { type, ...buildKeyScripts[type](publicKey) };
    built.set(type, own);
    return equalBytes(own.script, script) ? own : undefined;
  };
}
