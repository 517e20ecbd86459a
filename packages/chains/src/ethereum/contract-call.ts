/** An argument of a call: integers are bigints, addresses and bytes are lower-case hex with 0x, tuples and arrays are lists. */
export type AbiValue = boolean | bigint | string | readonly AbiValue[];

/** What the data of a transaction calls. */
export interface ContractCall {
  readonly functionName: string;
  /** The name with the types of the arguments, such as `transfer(address,uint256)`. */
  readonly functionSignature: string;
  /** The arguments that have a name, by their names. */
  readonly arguments: ReadonlyMap<string, AbiValue>;
}
