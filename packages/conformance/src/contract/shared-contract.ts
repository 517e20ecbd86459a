import { type Contract, createContract } from '@mintmark/mock/contract';

let made: Promise<Contract> | undefined;

/** The contract, which test files that share a process read once. What its checks have compiled is kept, too. */
export function sharedContract(): Promise<Contract> {
  made ??= createContract();
  return made;
}
