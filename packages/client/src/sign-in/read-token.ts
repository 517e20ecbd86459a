import { decodeBase64Url } from '@mintmark/stamper/encoding';

/** The claims of a token, without a check of its signature. A token of another form has no claims. */
export function readToken(token: string | undefined): { readonly [claim: string]: unknown } {
  try {
    const bytes = decodeBase64Url(token?.split('.')[1] ?? '', 'token');
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // The error quotes the token.
    return {};
  }
}
