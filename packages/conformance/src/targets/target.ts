/** A service that the client is tested against. */
export interface Target extends AsyncDisposable {
  /** The URLs of its processes. Requests go to each of them in turn. */
  readonly urls: readonly string[];
  readonly organizationId: string;
  /** A root user of the organization, with its key. */
  readonly userId: string;
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string };
  readonly authProxyConfigId: string;
  /** The directories in which its processes keep the mail that they would send. */
  readonly mailDirectories: readonly string[];
}
