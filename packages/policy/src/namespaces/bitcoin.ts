import type { BitcoinTransaction } from '@mintmark/chains/bitcoin';
import type { Struct } from '../values/value.ts';
import { bitcoinAddress, hex, hexOfLength, wordOf } from './forms.ts';
import { once } from './once.ts';
import { field, int, listOf, structOf, textOf } from './types.ts';

export const bitcoinTx = field(
  structOf('BitcoinTransaction', {
    version: field(int, 'The version of the transaction.'),
    inputs: field(
      listOf(
        structOf('BitcoinInput', {
          tx_id: field(
            textOf(hexOfLength('a transaction ID of 64 hex digits', 32)),
            'The ID of the transaction whose output is spent.',
          ),
          vout: field(int, 'The index of the output that is spent.'),
          sequence: field(int, 'The sequence number.'),
        }),
      ),
      'The outputs that are spent, including those of other keys.',
    ),
    outputs: field(
      listOf(
        structOf('BitcoinOutput', {
          value: field(int, 'The amount in satoshis.'),
          script_pubkey: field(textOf(hex), 'The output script in hex.'),
          address: field(
            textOf(bitcoinAddress),
            'The address of the script. Missing if it has none, for example if it only carries data.',
          ),
          address_type: field(
            textOf(wordOf('an address type', ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'])),
            'The type of the address. Missing if there is no address.',
          ),
        }),
      ),
      'The outputs, including change.',
    ),
    locktime: field(
      structOf('BitcoinLocktime', {
        amount: field(int, 'The height of a block or a Unix time.'),
        type: field(
          textOf(wordOf("'Seconds' or 'Blocks'", ['Seconds', 'Blocks'])),
          'Whether amount is a time (Seconds) or a height (Blocks).',
        ),
      }),
      'When the transaction becomes valid.',
    ),
    fee: field(
      int,
      'The inputs minus the outputs, in satoshis. Missing unless the PSBT has the whole previous transaction (nonWitnessUtxo) of every input, or only taproot inputs are signed, or there is only one input.',
    ),
  }),
  'The Bitcoin transaction to sign.',
);

/** A Bitcoin transaction, as policies see it. */
export function bitcoinTxOf({ version, inputs, outputs, locktime, fee }: BitcoinTransaction): Struct {
  const shownInputs = once(() =>
    inputs.map(({ txId, vout, sequence }) => ({ tx_id: txId, vout: BigInt(vout), sequence: BigInt(sequence) })),
  );
  const shownOutputs = once(() =>
    outputs.map(({ value, scriptPubkey, address, addressType }) => ({
      value,
      script_pubkey: scriptPubkey,
      address,
      address_type: addressType,
    })),
  );
  return {
    version: BigInt(version),
    get inputs() {
      return shownInputs();
    },
    get outputs() {
      return shownOutputs();
    },
    locktime: { amount: BigInt(locktime.amount), type: locktime.type },
    fee,
  };
}
