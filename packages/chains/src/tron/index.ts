export { readTronTransaction } from './read-tron-transaction.ts';
export type { TronContract, TronPermission, TronTransaction } from './tron-transaction.ts';
