import { errors, registry } from '@mintmark/schema';

const place = /(<!-- facts -->\n).*?(\n<!-- \/facts -->)/s;

/** The README with its figures taken from the contract. */
export function withFacts(readme: string): string {
  const kinds = Object.values(registry).map(({ kind }) => kind);
  const count = (wanted: (typeof kinds)[number]) => kinds.filter((kind) => kind === wanted).length;
  const facts = [
    `${kinds.length} operations`,
    `${count('activity')} activities, ${count('query')} queries, ${count('proxy')} on the sign-up side`,
    'OpenAPI 3.1',
    `${Object.keys(errors).length} errors in one catalogue`,
    'Node 20 or newer',
  ];
  return readme.replace(place, `$1${facts.join(' · ')}$2`);
}
