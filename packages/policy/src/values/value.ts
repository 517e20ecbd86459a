/**
 * What an expression works with. A struct is an object whose fields the type checker knows; a field that is undefined is
 * missing, and reading it is an error. A map has keys that only the request knows, such as the arguments of a contract call.
 */
export type Value = boolean | bigint | string | Date | readonly Value[] | Struct | ReadonlyMap<string, Value>;

/** Its fields may be getters: what no expression reads is not computed. */
export interface Struct {
  readonly [field: string]: Value | undefined;
}
