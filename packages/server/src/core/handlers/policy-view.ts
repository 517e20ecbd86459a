import type { Struct, Value } from '@mintmark/policy';

/** Marks a view that only policies which deny see: the same key under another name. */
export const deniesOnly = Symbol('denies only');

/** Marks a view that policies see as another activity, because this one also does what the other one does. */
export const asActivity = Symbol('as another activity');

/** What policies see of an activity, by namespace, such as `wallet` or `eth.tx`. What it does not have is absent. */
export type PolicyView = Readonly<Record<string, Value>> & {
  readonly [deniesOnly]?: true;
  readonly [asActivity]?: SeenActivity;
};

/** What policies see as `activity` and as `activity.params`. */
export interface SeenActivity {
  readonly type: string;
  /** The type without its prefix and version, and what policies group it by. Undefined if only the root quorum can allow it. */
  readonly kind: string | undefined;
  readonly resource: string | undefined;
  readonly action: string | undefined;
  readonly parameters: () => PolicyParameters;
}

/** What policies see as `activity.params`. */
export type PolicyParameters = Struct;

/** The namespaces and fields that the policies of an organization name, such as `eth.tx` and `eth.tx.function_name`. */
export type PolicyNeeds = Pick<ReadonlySet<string>, 'has'>;
