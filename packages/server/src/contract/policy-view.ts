import type { Struct, Value } from '../policies/language/value.ts';

/** Marks a view that only policies which deny see: the same key under another name. */
export const deniesOnly = Symbol('denies only');

/** What policies see of an activity, by namespace, such as `wallet` or `eth.tx`. What it does not have is absent. */
export type PolicyView = Readonly<Record<string, Value>> & { readonly [deniesOnly]?: true };

/** What policies see as `activity.params`. */
export type PolicyParameters = Struct;

/** The namespaces and fields that the policies of an organization name, such as `eth.tx` and `eth.tx.function_name`. */
export type PolicyNeeds = Pick<ReadonlySet<string>, 'has'>;
