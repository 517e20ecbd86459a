import { createRandom } from '@mintmark/testing/random';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../core/model/api-error.ts';
import { readBody } from '../../core/requests/read-body.ts';
import { readOrganizationId } from './read-organization-id.ts';

const id = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
const other = '00000000-58d2-4c0b-9a41-2b7d90c3e5f8';
const read = (text: string | Uint8Array) => readOrganizationId(Buffer.from(text));
const escaped = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

describe('readOrganizationId', () => {
  test.for<[string, string]>([
    ['alone', `{"organizationId":"${id}"}`],
    ['with space everywhere', ` \t\r\n{ "a" : [ 1 , { } ] , "organizationId" \n:\t"${id}" } `],
    ['last', `{"a":{"b":[1,"}",{"c":"]"}]},"d":"\\"","e":-1e5,"f":null,"organizationId":"${id}"}`],
    [
      'after the same name in other places',
      `{"a":"organizationId","b":{"organizationId":"${other}"},"organizationId":"${id}"}`,
    ],
    ['after a list that contains the name', `{"a":["x","organizationId",":","${other}"],"organizationId":"${id}"}`],
    ['in upper case', `{"organizationId":"${id.toUpperCase()}"}`],
    ['with an escaped name', `{"${escaped('organizationId')}":"${id}"}`],
    ['with a name escaped in upper case', `{"${escaped('organizationId').replace('006f', '006F')}":"${id}"}`],
    ['with a partly escaped name', `{"organization\\u0049d":"${id}"}`],
    ['with an escaped value', `{"organizationId":"${escaped(id)}"}`],
    ['after similar names', `{"organizationI":1,"organizationIds":2,"|u006frganizationId":3,"organizationId":"${id}"}`],
  ])('args: %s', ([, text]) => {
    expect(read(text)).toBe(readBody(Buffer.from(text))['organizationId']);
  });

  test.for<[string, string | Uint8Array, string]>([
    ['nothing', '', 'REQUEST_INVALID'],
    ['a list', `["organizationId","${id}"]`, 'REQUEST_INVALID'],
    ['a string', '"organizationId"', 'REQUEST_INVALID'],
    ['a byte-order mark', `\uFEFF{"organizationId":"${id}"}`, 'REQUEST_INVALID'],
    ['an object without an end', '{"a":[', 'REQUEST_INVALID'],
    ['a string without an end', '{"a":"\\"', 'REQUEST_INVALID'],
    ['a name without a value', '{"organizationId"}', 'REQUEST_INVALID'],
    ['a value without an end', '{"organizationId":"', 'REQUEST_INVALID'],
    ['a value with a wrong escape', '{"organizationId":"\\x"}', 'REQUEST_INVALID'],
    ['no organization', '{}', 'INVALID_ORGANIZATION_ID'],
    ['an organization inside', `{"a":{"organizationId":"${id}"}}`, 'INVALID_ORGANIZATION_ID'],
    ['a number', '{"organizationId":5}', 'INVALID_ORGANIZATION_ID'],
    ['a list of one', `{"organizationId":["${id}"]}`, 'INVALID_ORGANIZATION_ID'],
    ['no UUID', '{"organizationId":"x"}', 'INVALID_ORGANIZATION_ID'],
    ['a UUID and more', `{"organizationId":"${id} "}`, 'INVALID_ORGANIZATION_ID'],
    ['a long text', `{"organizationId":"${'0'.repeat(1_000)}"}`, 'INVALID_ORGANIZATION_ID'],
  ])('error: %s', ([, text, code]) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code }));
  });

  test('behavior: agrees with the strict reader on every body that it accepts', () => {
    const random = createRandom(7);
    const pieces = [
      ...['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '0', 'null', '"a"', '"a":', '\\"', '{"a":0}', '[0]', '""'],
      ...[
        '"organizationId"',
        `"organizationId":"${id}"`,
        `"organizationId":"${other}"`,
        `"${id}"`,
        '\\u006f',
        '|u006f',
      ],
      ...['"\\u006frganizationId":', '"b":{"organizationId":0}', '"c":["organizationId"]', '"d":"{"'],
    ];
    let accepted = 0;
    for (let round = 0; round < 30_000; round++) {
      const inner = Array.from({ length: random(8) }, () => pieces[random(pieces.length)]);
      const text = Buffer.from(`{${inner.join(random(2) === 0 ? ',' : '')}}`);
      const strict = strictly(text);
      if (strict === undefined) continue;
      accepted++;
      expect([text.toString(), found(text)]).toEqual([text.toString(), strict]);
    }
    expect(accepted).toBeGreaterThan(1_000);
  });
});

/** The result of the strict reader: the organization, that there is none, or undefined if it refuses the body. */
function strictly(body: Uint8Array): unknown {
  try {
    const { organizationId } = readBody(body);
    const isUuid = organizationId === id || organizationId === other;
    return isUuid ? organizationId : 'INVALID_ORGANIZATION_ID';
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function found(body: Uint8Array): string {
  try {
    return readOrganizationId(body);
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
