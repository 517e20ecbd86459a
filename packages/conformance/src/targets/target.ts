/** A service that the client is tested against. */
export interface Target extends AsyncDisposable {
  /** The URLs of its processes. Requests go to each of them in turn. */
  readonly urls: readonly string[];
  readonly organizationId: string;
  /** A root user of the organization, with its key. */
  readonly userId: string;
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string };
  readonly authProxyConfigId: string;
  /** The public key that client secrets are sealed to. */
  readonly clientSecretKey: string;
  /** The directories in which its processes keep the mail that they would send. */
  readonly mailDirectories: readonly string[];
  /** What people sign in with, if the service accepts the issuer of the stories. */
  readonly signIn?: SignIn;
  /** The warnings and errors that its processes have logged, if they run here. */
  readonly loggedProblems?: () => readonly string[];
  /** Whether the service has a node of the chain eip155:1. */
  readonly hasChain?: boolean;
}

/** An OpenID Connect issuer and an OAuth 2.0 provider that a service accepts, as JSON. */
export interface SignIn {
  readonly issuer: string;
  /** The key that signs the tokens of the issuer, and its id. */
  readonly key: { readonly publicKey: string; readonly privateKey: string };
  readonly kid: string;
  /** The secret of every client at the OAuth 2.0 provider. */
  readonly clientSecret: string;
}
