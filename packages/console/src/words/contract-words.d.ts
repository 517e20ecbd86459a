/** Made by the build from the published OpenAPI document. */
declare module 'contract:words' {
  const words: {
    /** The error catalogue by error code. */
    readonly errors: Readonly<Record<string, { readonly cause: string; readonly fix: string }>>;
    /** The summary of each activity by its name, such as create_wallet. */
    readonly operations: Readonly<Record<string, string>>;
    readonly addressFormats: readonly import('@mintmark/client').components['schemas']['AddressFormat'][];
    /** A pattern of the characters that names do not have. Older names may have them. */
    readonly hiddenCharacters: string;
  };
  export default words;
}
