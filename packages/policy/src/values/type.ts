/** What the type checker knows about a value. */
export type Type =
  | { readonly kind: 'bool' | 'int' | 'timestamp' }
  | { readonly kind: 'string'; readonly form?: Form }
  | { readonly kind: 'list'; readonly item: Type }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: Readonly<Record<string, Field>> }
  /** With keys that only the request knows. */
  | { readonly kind: 'map'; readonly value: Type }
  /** Known only when a request is evaluated: arguments of contract calls, messages of EIP-712. */
  | { readonly kind: 'any' };

export interface Field {
  readonly type: Type;
  /** For the reference in the documentation. */
  readonly description: string;
}

/** How the texts of a field are written, so that a policy that compares it with anything else is refused when it is created. */
export interface Form {
  /** What is expected, with its article: "an Ethereum address". */
  readonly name: string;
  /** The text as it is compared, or undefined if it does not have this form. */
  readonly read: (text: string) => string | undefined;
  /** The form of a part of such a text. */
  readonly part?: Form;
}

/**
 * What expressions of one kind can name, by dotted name: `activity`, `eth.tx`. An activity has some of them. An expression that
 * names one which the activity does not have is not applicable to it.
 */
export type Scope = Readonly<Record<string, Field>>;
