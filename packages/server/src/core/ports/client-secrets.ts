/** Opens the client secrets of OAuth 2.0 applications. */
export interface ClientSecrets {
  /** Opens one. Throws a StamperError if it was not sealed to the service. */
  open(encryptedClientSecret: string): Promise<string>;
}
