import { inFull } from '@mintmark/testing/effort';
import { describe, expect, test } from 'vitest';
import { credential, errorExample, operations } from '../test/documented.ts';
import { post, prefer, refusal, url } from '../test/mock.ts';

/** Otherwise each operation is asked for a third of its errors, the next one for the next third, and in one of the ways. */
const isAskedForAll = inFull('most ways to ask an operation for an error');
/** Otherwise only for every eighth operation: to make a body takes long. */
const isMadeAgain = inFull('bodies made again for most operations');

describe.each(operations.map((each, index) => [each.id, each, index] as const))('%s', (_, each, index) => {
  test('default', async () => {
    const { status, headers, body, violations } = await post(each);
    expect(violations).toEqual([]);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const usual = each.id === 'rejectActivity' ? 'REJECTED' : 'COMPLETED';
    if (each.versions.length > 0) expect(body.activity.status).toBe(`ACTIVITY_STATUS_${usual}`);
  });

  test('behavior: every documented response', async () => {
    let errors = index;
    for (const [code, names] of each.examples) {
      const isAsked = () => isAskedForAll || code === 200 || errors++ % 3 === 0;
      for (const name of names.filter(isAsked)) {
        const ways = [`code=${code}, example=${name}`, `example=${name}`];
        for (const preference of isAskedForAll ? ways : ways.slice(index % 2, (index % 2) + 1)) {
          const { status, headers, body } = await post(each, prefer(preference));
          expect([name, status]).toEqual([name, code]);
          const retryAfter = ['RATE_LIMIT_EXCEEDED', 'UNAVAILABLE'].includes(name) ? '1' : null;
          expect([name, headers.get('retry-after')]).toEqual([name, retryAfter]);
          if (code !== 200) expect(body).toEqual(errorExample(name));
        }
      }
      if (!isAsked()) continue;
      const { status, body } = await post(each, prefer(`code=${code}`));
      expect(status).toBe(code);
      if (code !== 200) expect(body).toEqual(errorExample(names[0] ?? ''));
    }
  });

  test('behavior: generated from the schema, the same each time', async () => {
    const first = await post(each, prefer('dynamic=true'));
    expect(first.status).toBe(200);
    if (!isMadeAgain && index % 8 !== 0) return;
    const [second, other] = await Promise.all([
      post(each, prefer('dynamic=true')),
      post(each, prefer('dynamic=true, seed=another')),
    ]);
    expect(second.body).toEqual(first.body);
    expect(other.body).not.toEqual(first.body);
    expect((await post(each, prefer('dynamic=true'))).body).toEqual(first.body);
  });

  test('error: an unknown member and a missing one', async () => {
    const unknown = await post(each, { body: { ...each.request, nonsense: 1 } });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toEqual(
      refusal('request does not match the contract', [{ field: 'nonsense', description: 'Unrecognized key' }]),
    );
    const missing = await post(each, { body: {} });
    expect(missing.status).toBe(400);
    expect(missing.violations.map(({ message }) => message)).toContain('Required');
  });

  test('error: no credential, an empty one, or one of another kind', async () => {
    const [name = ''] = Object.keys(credential(each));
    const expected = name === 'X-Stamp' ? 'SIGNATURE_MISSING' : 'AUTH_PROXY_CONFIG_NOT_FOUND';
    for (const body of ['{', '', JSON.stringify(each.request)]) {
      for (const headers of [{ 'X-Nothing': 'any' }, { [name]: '' }, { Authorization: 'Bearer any' }]) {
        const response = await fetch(url + each.path, { method: 'POST', headers: { ...headers }, body });
        expect(response.status).toBe(401);
        expect(await response.json()).toEqual(errorExample(expected));
      }
    }
  });
});
