/** What is wrong with a Content-Type value; undefined for a documented media type with any parameters. */
export function mediaTypeProblem(contents: readonly { mediaType: string }[], value = ''): string | undefined {
  const [essence = ''] = value.split(';', 1);
  const expected = contents.map(({ mediaType }) => mediaType);
  if (expected.includes(essence.trim().toLowerCase())) return undefined;
  return `must be ${expected.join(' or ')}, ${value === '' ? 'but is missing' : `not ${value}`}`;
}
