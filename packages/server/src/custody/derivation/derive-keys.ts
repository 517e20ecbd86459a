import { copySecret } from '../secrets/secret-buffer.ts';
import type { ExtendedKey } from './extended-key.ts';
import { type Curve, type KeyDerivation, keyDerivations } from './key-derivation.ts';

/** The curve and the path of a key. */
export interface KeyPlace {
  readonly curve: Curve;
  /** The indexes of `parsePath`. */
  readonly path: readonly number[];
}

/** Derives the public keys of accounts, in their order: compressed points, or the 32 bytes of an ed25519 key. */
export function derivePublicKeys(seed: Uint8Array, places: readonly KeyPlace[]): Uint8Array[] {
  using tree = new KeyTree(seed);
  return places.map((place) => {
    using key = tree.derive(place);
    return key.publicKey;
  });
}

/** Derives the key of one account. The caller wipes the secret. */
export function deriveKey(
  seed: Uint8Array,
  place: KeyPlace,
): { readonly secret: Buffer; readonly publicKey: Uint8Array } {
  using tree = new KeyTree(seed);
  using key = tree.derive(place);
  return { secret: copySecret(key.secret), publicKey: key.publicKey };
}

/** The keys below one seed. Parents are derived once and wiped at the end. */
class KeyTree implements Disposable {
  readonly #seed: Uint8Array;
  readonly #parents = new Map<string, ExtendedKey>();
  readonly #used = new Set<KeyDerivation>();

  constructor(seed: Uint8Array) {
    this.#seed = seed;
  }

  /** The key of a place. The caller disposes of it. */
  derive({ curve, path }: KeyPlace): ExtendedKey {
    const derivation = keyDerivations[curve];
    this.#used.add(derivation);
    const index = path.at(-1);
    if (index === undefined) return derivation.master(this.#seed);
    return derivation.child(this.#keep({ curve, path: path.slice(0, -1) }), index);
  }

  #keep(place: KeyPlace): ExtendedKey {
    const name = [place.curve, ...place.path].join('/');
    const parent = this.#parents.get(name) ?? this.derive(place);
    this.#parents.set(name, parent);
    return parent;
  }

  [Symbol.dispose](): void {
    for (const parent of this.#parents.values()) parent[Symbol.dispose]();
    for (const derivation of this.#used) derivation.clear();
  }
}
