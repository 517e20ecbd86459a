const forms = [
  // Hex with or without 0x, base58, base64url, or several of them with colons. The names of fields are shorter, and most paths have a
  // dot or a slash.
  /^[\w+=:-]{43,}$/,
  // A PKCS #8 or SEC 1 key in base64.
  /^MI[\w+/=\s-]{41,}$/,
  /-----BEGIN/,
  // JSON: a key file, or a JWK.
  /^[{["]/,
];

/** Whether a word of the command line may be a key that was pasted, or a text with one. It must not be repeated in a message. */
export const looksLikeKey = (word: string): boolean => forms.some((form) => form.test(word.trim()));
