import { bytesToHex } from '@noble/hashes/utils.js';
import { type BitcoinNetwork, mainnet, regtest, signet, testnet } from '../addresses/bitcoin-network.ts';
import { invalidTransaction } from '../chain-error.ts';
import type { TransactionSigner, UnsignedTransaction } from '../unsigned-transaction.ts';
import { checkAmount } from './amount.ts';
import type { BitcoinTransaction } from './bitcoin-transaction.ts';
import { createScriptMatcher } from './key-script.ts';
import { type OutputType, outputAddress } from './output-script.ts';
import { buildRequest, checkOwnInput, type OwnInput, signatureEntry } from './own-input.ts';
import { encodePsbt, type Psbt, type RawTransaction, readPsbt } from './psbt.ts';
import { withEntry } from './psbt-map.ts';
import { SignatureHashes } from './signature-hashes.ts';
import { readSpentOutput, type SpentOutput } from './spent-output.ts';

const networks = { mainnet, testnet, signet, regtest };

/** What the transaction itself does not say. */
interface BitcoinSigning {
  /** Which network the addresses of the outputs are written for. */
  readonly network: keyof typeof networks;
  /** The type of the address that signs, if only the inputs of that address are to be signed. */
  readonly addressType?: OutputType | undefined;
}

/** From this value on, a locktime is a Unix time and not a block height. */
const firstLocktimeInSeconds = 500_000_000;

/** Every P2PKH input hashes the whole transaction again. This much takes a few milliseconds, and suffices for about 110 such inputs. */
const maxLegacyBytes = 512 * 1024;

/**
 * Reads a PSBT of version 0 in which a key has inputs to sign: those whose output script is one of the scripts behind the addresses
 * of the key. Nothing else in the PSBT decides which inputs those are, and all other inputs stay as they are. `sign` inserts the
 * signatures of the key, and does not finalize the PSBT.
 */
export function readBitcoinTransaction(
  bytes: Uint8Array,
  { publicKey }: TransactionSigner,
  { network, addressType }: BitcoinSigning,
): UnsignedTransaction<BitcoinTransaction> {
  const psbt = readPsbt(bytes);
  checkOutpoints(psbt.transaction);
  const spent = psbt.inputs.map((map, index) =>
    readSpentOutput(map, psbt.transaction.inputs[index] as RawTransaction['inputs'][number], `input ${index}`),
  );
  const own = findOwnInputs(psbt, spent, { publicKey, addressType });
  const fee = readFee(psbt.transaction, spent, own);
  const hashes = new SignatureHashes({
    unsignedTx: psbt.unsignedTx,
    inputCount: psbt.inputs.length,
    outputCount: psbt.outputs.length,
  });
  return {
    content: buildContent(psbt.transaction, fee, networks[network]),
    requests: own.map((input) => buildRequest(input, hashes, spent)),
    sign(signatures) {
      const inputs = [...psbt.inputs];
      for (const [order, input] of own.entries()) {
        const signature = signatures[order];
        const map = inputs[input.index];
        if (!signature || !map) throw new RangeError('a signature is missing');
        inputs[input.index] = withEntry(map, signatureEntry(input, publicKey, signature));
      }
      return encodePsbt({ ...psbt, inputs });
    },
  };
}

/** A transaction that spends an output twice is invalid, and its amounts would count twice. */
function checkOutpoints({ inputs }: RawTransaction): void {
  const outpoints = new Set(inputs.map(({ txid, index }) => `${bytesToHex(txid)} ${index}`));
  if (outpoints.size < inputs.length) throw invalidTransaction('two inputs spend the same output');
}

function findOwnInputs(
  { inputs, unsignedTx }: Psbt,
  spent: readonly (SpentOutput | undefined)[],
  { publicKey, addressType }: TransactionSigner & Pick<BitcoinSigning, 'addressType'>,
): readonly OwnInput[] {
  const match = createScriptMatcher(publicKey);
  const own: OwnInput[] = [];
  for (const [index, map] of inputs.entries()) {
    const output = spent[index];
    const keyScript = output && match(output.script);
    const isAsked = addressType === undefined || keyScript?.type === addressType;
    if (keyScript && isAsked) own.push(checkOwnInput({ map, index, keyScript, spent: output, publicKey }));
  }
  if (own.length === 0) throw invalidTransaction('it has no input that this key can sign');
  const legacyCount = own.filter(({ keyScript }) => keyScript.type === 'P2PKH').length;
  if (legacyCount * unsignedTx.length > maxLegacyBytes)
    throw invalidTransaction('it has too many P2PKH inputs for its size');
  return own;
}

/**
 * The fee, if every signature that is made here is valid for that fee only. Otherwise somebody could get a transaction signed twice,
 * each time with a lie about another amount, and take from each answer the signature that is valid.
 */
function readFee(
  { outputs }: RawTransaction,
  spent: readonly (SpentOutput | undefined)[],
  own: readonly OwnInput[],
): bigint | undefined {
  for (const [index, { amount }] of outputs.entries()) checkAmount(amount, `output ${index}`);
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  checkAmount(paid, 'the sum of the outputs');

  const known = spent.filter((output) => output !== undefined);
  if (known.length < spent.length) return undefined;
  const received = known.reduce((sum, { amount }) => sum + amount, 0n);
  checkAmount(received, 'the sum of the inputs');
  if (received < paid) throw invalidTransaction('the outputs are worth more than the inputs');

  // A taproot signature covers all amounts, one of BIP-143 only that of its own input, an older one none. So one that is not taproot
  // needs proof of the other amounts, even beside a taproot input: that input may be a lie, or may be signed in another request.
  const areSigned = spent.length === 1 || own.every(({ keyScript }) => keyScript.type === 'P2TR');
  return areSigned || known.every(({ isProven }) => isProven) ? received - paid : undefined;
}

function buildContent(
  { version, inputs, outputs, lockTime }: RawTransaction,
  fee: bigint | undefined,
  network: BitcoinNetwork,
): BitcoinTransaction {
  return {
    // The coder reads it as a signed number.
    version: version >>> 0,
    inputs: inputs.map(({ txid, index, sequence }) => ({ txId: bytesToHex(txid), vout: index, sequence })),
    outputs: outputs.map(({ amount, script }) => ({
      value: amount,
      scriptPubkey: bytesToHex(script),
      ...outputAddress(script, network),
    })),
    locktime: { amount: lockTime, type: lockTime < firstLocktimeInSeconds ? 'Blocks' : 'Seconds' },
    fee,
  };
}
