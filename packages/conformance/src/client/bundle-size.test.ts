import { document } from '@mintmark/openapi';
import { expect, test } from 'vitest';
import { type BundleTarget, bundle } from '../bundle.ts';
import { authProxyClientAlone, clientAlone, limitedParts, measure, oneMethodAlone } from './bundle-sizes.ts';

const targets: BundleTarget[] = ['browser', 'workerd'];
const allowed = /^(?:<stdin>$|packages\/client\/src\/|node_modules\/\.pnpm\/openapi-fetch@)/;

const pathsIn = (code: string) => [...new Set(code.match(/(?:\/public)?\/v1\/[a-z0-9_/]+/g))].sort();
const documented = Object.keys(document.paths).sort();
const stamped = documented.filter((path) => path.startsWith('/public/'));

test.each(limitedParts)('default: $title is within $limit bytes', async (part) => {
  const { gzipped, code } = await measure(part);
  expect(pathsIn(code)).toEqual(documented);
  expect(gzipped).toBeLessThanOrEqual(part.limit);
});

test.each(targets)('behavior: the client brings openapi-fetch along, and nothing else, for %s', async (target) => {
  const { code, sources } = await bundle(clientAlone.source, target);
  expect(pathsIn(code)).toEqual(stamped);
  expect(sources.filter((source) => source.includes('openapi-fetch@'))).toHaveLength(1);
  expect(sources.filter((source) => !allowed.test(source))).toEqual([]);
});

test('behavior: one method comes without the table of all', async () => {
  const { code } = await measure(oneMethodAlone);
  expect(pathsIn(code)).toEqual(['/public/v1/query/get_activity', '/public/v1/query/whoami']);
});

test('behavior: the auth-proxy client comes without the stamped operations', async () => {
  const { code } = await measure(authProxyClientAlone);
  expect(pathsIn(code)).toEqual(documented.filter((path) => !stamped.includes(path)));
});
