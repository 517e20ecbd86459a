import { checksummed } from '@mintmark/chains/addresses';
import earnDeployWrapper from '@mintmark/schema/operations/earn/earn-deploy-wrapper';
import type { z } from 'zod';
import { implement } from '../../core/handlers/implement.ts';
import {
  deploymentViews,
  prepareDeployment,
  readDeploymentInputs,
  type WantedWrapper,
} from '../../funds/earn/deploy-wrapper.ts';
import { putWrapper } from '../../funds/earn/wrapper-row.ts';
import { sendTransaction } from '../../funds/transactions/send-transaction.ts';

export default implement(earnDeployWrapper, {
  policyViews: (context, parameters, needs) => deploymentViews(context, wantedOf(parameters), needs),
  inputs: (context, parameters) => readDeploymentInputs(context, wantedOf(parameters)),
  prepare: (context, parameters, inputs) => prepareDeployment(context, wantedOf(parameters), inputs),
  async execute(context, _, { existing, wrapper, sending }) {
    if (existing) return resultOf(existing.address, existing.splitterAddress, existing.id);
    if (!wrapper) throw new Error('a deployment without a wrapper');
    const deployTransactionId = sending ? await sendTransaction(context, sending.request, sending.prepared) : null;
    const id = await putWrapper(context, { ...wrapper, id: context.activityId, deployTransactionId });
    return resultOf(wrapper.address, wrapper.splitterAddress, id);
  },
});

type Parameters = z.output<(typeof earnDeployWrapper)['parameters']>;

const wantedOf = ({ chainCaip2, vaultAddress, clientFeeBps, clientFeeWallet }: Parameters): WantedWrapper => ({
  caip2: chainCaip2,
  vaultAddress: checksummed(vaultAddress),
  clientFeeBps: Number(clientFeeBps),
  clientFeeWallet: checksummed(clientFeeWallet),
});

const resultOf = (wrapperAddress: string, splitterAddress: string, deployRequestId: string) => ({
  wrapperAddress,
  splitterAddress,
  deployRequestId,
});
