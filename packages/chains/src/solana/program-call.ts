/** An argument of a call: integers are bigints, keys are in base58, bytes in hex, structs and enums are maps. */
export type IdlValue = boolean | bigint | string | readonly IdlValue[] | ReadonlyMap<string, IdlValue>;

/** What an instruction calls. */
export interface ProgramCall {
  readonly instructionName: string;
  /** The bytes that the data begins with, in hex. */
  readonly discriminator: string;
  /** The keys of the accounts that have a name, by their names. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly arguments: ReadonlyMap<string, IdlValue>;
}
