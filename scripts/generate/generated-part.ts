/**
 * A page with a part of it replaced: what is between `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws If the page does not have the part.
 */
export function withPart(page: string, name: string, text: string): string {
  const place = new RegExp(`(<!-- ${name} -->\n).*?(\n<!-- /${name} -->)`, 's');
  if (!place.test(page)) throw new Error(`the page has no part <!-- ${name} -->`);
  return page.replace(place, (_, start: string, end: string) => `${start}${text}${end}`);
}
