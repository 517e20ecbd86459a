/** What is wrong with a value of Content-Type, whatever its parameters; undefined if it is a documented media type. */
export function mediaTypeProblem(contents: readonly { mediaType: string }[], value = ''): string | undefined {
  const [essence = ''] = value.split(';', 1);
  const expected = contents.map(({ mediaType }) => mediaType);
  if (expected.includes(essence.trim().toLowerCase())) return undefined;
  return `must be ${expected.join(' or ')}, ${value === '' ? 'and is missing' : `not ${value}`}`;
}
