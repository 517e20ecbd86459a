import { type ApiKey, createP256Stamper, createWebAuthnStamper, type Stamper } from '@mintmark/stamper';

/** The key that stamps requests. The private key itself is only inside the stamper, where it cannot be read. */
export interface HeldKey {
  readonly kind: 'apiKey' | 'passkey';
  /** The public key of an API key. */
  readonly publicKey?: string;
  readonly stamper: Stamper;
}

/** What requests are made with. It is only in the memory of the page. */
export interface Holdings {
  readonly key?: HeldKey | undefined;
  readonly organizationId: string;
  readonly authProxyConfigId: string;
}

const nothing: Holdings = { organizationId: '', authProxyConfigId: '' };

/** Holds what requests are made with, and tells listeners about each change. */
export class KeyHolder {
  #holdings = nothing;
  readonly #listeners = new Set<(holdings: Holdings) => void>();

  get holdings(): Holdings {
    return this.#holdings;
  }

  /** Calls the listener now and after each change. */
  watch(listener: (holdings: Holdings) => void): void {
    this.#listeners.add(listener);
    listener(this.#holdings);
  }

  change(changes: Partial<Holdings>): void {
    this.#set({ ...this.#holdings, ...changes });
  }

  forget(): void {
    this.#set(nothing);
  }

  #set(holdings: Holdings): void {
    this.#holdings = holdings;
    for (const listener of this.#listeners) listener(holdings);
  }
}

/** Imports an API key into the crypto of the browser, from which it cannot be exported. */
export async function holdApiKey(apiKey: ApiKey): Promise<HeldKey> {
  const stamper = createP256Stamper(apiKey);
  // The first stamp imports the key: until then it would be in memory in the clear.
  await stamper.stamp('');
  return { kind: 'apiKey', publicKey: apiKey.publicKey, stamper };
}

/** Uses the passkeys of the user for the domain of this page. */
export const holdPasskey = (): HeldKey => ({ kind: 'passkey', stamper: createWebAuthnStamper() });
