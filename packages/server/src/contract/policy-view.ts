import type { Struct, Value } from '../policies/language/value.ts';

/** What policies see of an activity, by namespace, such as `wallet` or `eth.tx`. What it does not have is absent. */
export type PolicyView = Readonly<Record<string, Value>>;

/** What policies see as `activity.params`. */
export type PolicyParameters = Struct;

/** The namespaces and fields that the policies of an organization name, such as `eth.tx` and `eth.tx.function_name`. */
export type PolicyNeeds = Pick<ReadonlySet<string>, 'has'>;
