/** A service that the client is held against. */
export interface Target extends AsyncDisposable {
  /** Where it is. Where there are several processes, requests go to each of them in turn. */
  readonly urls: readonly string[];
  readonly organizationId: string;
  /** A root user of the organization, and its key. */
  readonly userId: string;
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string };
  readonly authProxyConfigId: string;
}
