import { isDeepStrictEqual } from 'node:util';
import { keccakAccount } from '@mintmark/chains/addresses';
import type { EthereumTransaction } from '@mintmark/chains/ethereum';
import { decodeCall } from '@mintmark/chains/ethereum';
import type { SolanaTransaction } from '@mintmark/chains/solana';
import { decodeInstruction } from '@mintmark/chains/solana';
import type { Struct } from '@mintmark/policy';
import { bitcoinTxOf, ethTxOf, solanaTxOf, tronTxOf } from '@mintmark/policy/namespaces';
import type { PolicyContext, Remembers } from '../../core/handlers/implement.ts';
import type { PolicyNeeds, PolicyView } from '../../core/handlers/policy-view.ts';
import { MemoSlot } from '../../core/model/memo.ts';
import { readAbis, readIdls } from '../../policies/smart-contracts/contract-interface.ts';
import { ifValid } from './if-valid.ts';
import { type NamedTransaction, namespaceOf, readTransaction, type TransactionParameters } from './read-transaction.ts';
import { readSignerRows, type Signer, type SignerRows, signerOf } from './signer.ts';
import { namesSigner, signerViews } from './signer-views.ts';

interface SigningParameters extends TransactionParameters {
  readonly signWith: string;
}

/** What policies see of a transaction: a view for each account and private key that has the key. */
export async function transactionViews(
  context: PolicyContext & Remembers,
  parameters: SigningParameters,
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  const namespace = namespaceOf(parameters.type);
  const namesTransaction = namespace !== undefined && needs.has(namespace);
  if (!namesTransaction && !namesSigner(needs)) return [{}];
  const rows = await readSignerRows(context, parameters.signWith);
  const signer = signerOf(rows);
  // Without a key nothing will be signed.
  if (!signer) return [{}];
  const seen = context.memo.once(lastViews, '', () => ({ last: undefined }));
  if (seen.last?.needs === needs && isDeepStrictEqual(seen.last.rows, rows)) return seen.last.views;
  const [keys, transaction] = await Promise.all([
    signerViews(context, async () => rows, needs),
    namesTransaction ? transactionView(context, parameters, signer, needs) : {},
  ]);
  const views = keys.map((key) => ({ ...key, ...transaction }));
  if (!namesSigner(needs) && !namesCall(needs)) seen.last = { needs, rows, views };
  return views;
}

/**
 * The views that a request had last and what they were made from, where that is nothing but its parameters and these rows. The
 * commit sees the same views as the look, and need not read the transaction again.
 */
const lastViews = new MemoSlot<{
  last: { readonly needs: PolicyNeeds; readonly rows: SignerRows; readonly views: readonly PolicyView[] } | undefined;
}>();

/** Nothing is shown of a transaction that cannot be read: it will not be signed. */
async function transactionView(
  context: PolicyContext & Remembers,
  parameters: SigningParameters,
  signer: Signer,
  needs: PolicyNeeds,
): Promise<PolicyView> {
  const transaction = ifValid(() => readTransaction(context.memo, parameters, signer));
  return transaction ? { [transaction.namespace]: await contentOf(context, transaction, signer, needs) } : {};
}

async function contentOf(
  context: PolicyContext,
  transaction: NamedTransaction,
  signer: Signer,
  needs: PolicyNeeds,
): Promise<Struct> {
  switch (transaction.namespace) {
    case 'eth.tx':
      return await ethereumContent(context, transaction.content, signer, needs);
    case 'solana.tx':
      return await solanaContent(context, transaction.content, needs);
    case 'tron.tx':
      return tronTxOf(transaction.content);
    case 'bitcoin.tx':
      return bitcoinTxOf(transaction.content);
  }
}

const callFields = ['eth.tx.function_name', 'eth.tx.function_signature', 'eth.tx.contract_call_args'];
const instructionField = 'solana.tx.instructions.parsed_instruction_data';

/** Whether policies name what only the interface of a contract tells. */
const namesCall = (needs: PolicyNeeds): boolean => [...callFields, instructionField].some((name) => needs.has(name));

async function ethereumContent(
  context: PolicyContext,
  content: EthereumTransaction,
  { publicKey }: Signer,
  needs: PolicyNeeds,
): Promise<Struct> {
  const { to, data } = content;
  const isCalled = to !== null && callFields.some((name) => needs.has(name));
  const abi = isCalled ? (await readAbis(context, [to])).get(to) : undefined;
  return ethTxOf(content, {
    from: () => `0x${Buffer.from(keccakAccount(Buffer.from(publicKey, 'hex'))).toString('hex')}`,
    call: () => abi && decodeCall(abi, data),
  });
}

async function solanaContent(context: PolicyContext, content: SolanaTransaction, needs: PolicyNeeds): Promise<Struct> {
  const isParsed = needs.has(instructionField);
  const idls = isParsed ? await readIdls(context, content.programKeys) : undefined;
  return solanaTxOf(content, (instruction) => {
    const idl = idls?.get(instruction.programKey);
    return idl && decodeInstruction(idl, instruction);
  });
}
