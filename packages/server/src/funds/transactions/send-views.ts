import { chainIdOf, decodeCall } from '@mintmark/chains/ethereum';
import { ethTxOf } from '@mintmark/policy/namespaces';
import type { PolicyContext } from '../../core/handlers/implement.ts';
import type { PolicyNeeds, PolicyView } from '../../core/handlers/policy-view.ts';
import { readAbis } from '../../policies/smart-contracts/contract-interface.ts';
import { ifValid } from '../signing/if-valid.ts';
import { readSignerRows } from '../signing/signer.ts';
import { signerViews } from '../signing/signer-views.ts';
import { readSendRequest, type SendParameters, type SendRequest } from './send-request.ts';

/** What policies see of a transaction that is to be sent: a view for each call with each account or private key that has the key. */
export async function sendViews(
  context: PolicyContext,
  parameters: SendParameters,
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  const [keys, calls] = await Promise.all([
    signerViews(context, () => readSignerRows(context, parameters.from), needs),
    callViews(context, parameters, needs),
  ]);
  return keys.flatMap((key) => calls.map((call) => ({ ...call, ...key })));
}

/** Nothing is shown of a request that cannot be read: nothing will be sent. */
async function callViews(
  context: PolicyContext,
  parameters: SendParameters,
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  const request = needs.has('eth.tx') ? ifValid(() => readSendRequest(parameters)) : undefined;
  if (!request) return [{}];
  return await ethereumViews(context, request);
}

/** What policies see of calls that an account makes by another operation: the same as if they were sent by a request. */
export async function causedViews(
  context: PolicyContext,
  { caip2, from }: Pick<SendRequest, 'caip2' | 'from'>,
  readCalls: () => Promise<SendRequest['calls']>,
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  const [keys, calls] = await Promise.all([
    signerViews(context, () => readSignerRows(context, from), needs),
    needs.has('eth.tx') ? readCalls() : [],
  ]);
  // Nothing is shown of a request that is refused: nothing will be sent.
  if (calls.length === 0) return keys;
  const views = await ethereumViews(context, { caip2, from: from.toLowerCase(), calls });
  return keys.flatMap((key) => views.map((view) => ({ ...view, ...key })));
}

/** What policies see of each call of a request. */
async function ethereumViews(context: PolicyContext, request: SendRequest): Promise<readonly PolicyView[]> {
  const { caip2, from, calls, ...open } = request;
  const abis = await readAbis(context, [...new Set(calls.map(({ to }) => to))]);
  const chainId = chainIdOf(caip2);
  return calls.map((call) => {
    const { maxFeePerGas } = open;
    const shown = { type: 'TYPE_2', ...open, ...(maxFeePerGas !== undefined && { gasPrice: maxFeePerGas }) } as const;
    const abi = abis.get(call.to);
    const details = { from: () => from, call: () => abi && decodeCall(abi, call.data) };
    return { 'eth.tx': ethTxOf({ ...shown, ...call, chainId }, details) };
  });
}
