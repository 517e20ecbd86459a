export { activity, activityOf, activityParameters, parameterOf } from './activity.ts';
export { approver, credential } from './approvers.ts';
export { bitcoinTxOf } from './bitcoin.ts';
export { ethEip712Of, ethEip7702AuthorizationOf, ethTxOf, type OpenTransaction } from './ethereum.ts';
export { privateKeyOf, walletAccountOf, walletOf } from './keys.ts';
export { conditionScope, consensusScope, policyScopes, timeScope } from './scopes.ts';
export { type ParseInstruction, solanaTxOf } from './solana.ts';
export { timeOf } from './time.ts';
export { tronTxOf } from './tron.ts';
