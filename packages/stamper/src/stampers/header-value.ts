/** The value of a stamp header: bare base64url of the JSON of these members, which have to be ASCII. */
export function headerValue(members: { readonly [member: string]: string }): string {
  // ASCII is what btoa can encode, several times faster than our encoder.
  const base64 = btoa(JSON.stringify(members));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
