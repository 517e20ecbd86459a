/** Whether a value of Content-Type is one of the documented media types, whatever its parameters. */
export function isMediaTypeOf(contents: readonly { readonly mediaType: string }[], value: string): boolean {
  const [essence = ''] = value.split(';', 1);
  return contents.some(({ mediaType }) => mediaType === essence.trim().toLowerCase());
}
