import { expect, test } from 'vitest';
import type { EffectPart } from '../../core/handlers/effect.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { JointWrite } from '../../core/tables/joint-write.ts';
import { createSql } from '../../storage/store/statement.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { GroupWrites } from './group-writes.ts';
import type { Member } from './transaction.ts';

const sql = createSql(() => Promise.reject(new Error('nothing is sent here')));
const place = { isDistributed: false };
const writeOf = (name: string) => new JointWrite<string>((_, asked) => sql`${sql(name)} ${sql([...asked])}`);
const [rows, room, links] = [writeOf('rows'), writeOf('room'), writeOf('links')];
const [one, other] = [{}, {}] as [Member, Member];

const textsOf = (writes: GroupWrites) =>
  writes.statements(sql, place).map((statement) => statement.toQuery().text.replaceAll('"', ''));

const taken = () => new ApiError('ALREADY_EXISTS');
const violation = new StoreError('QUERY_FAILED', 'no', { sqlState: '23505', isOwn: true });
const refusing = (part: EffectPart): EffectPart => ({ ...part, refusals: { '23505': taken } });

function fill(options: { readonly isApart: boolean }): GroupWrites {
  const writes = new GroupWrites(options);
  writes.add(one, [refusing(rows.of(['a', 'b'])), room.of(['one'])]);
  writes.add(other, [refusing(rows.of(['c'])), room.of(['other'])]);
  return writes;
}

test('default: members share statements', () => {
  const writes = fill({ isApart: false });
  expect(textsOf(writes)).toEqual(['rows a, b, c', 'room one, other']);
  expect(writes.blame(0, violation)).toBe('somebody');
});

test('behavior: apart, each statement belongs to a member', () => {
  const writes = fill({ isApart: true });
  expect(textsOf(writes)).toEqual(['rows a, b', 'room one', 'rows c', 'room other']);
  expect(writes.blame(2, violation)).toEqual({ member: other, refusal: taken() });
  expect(writes.blame(3, violation)).toEqual({ member: other, refusal: undefined });
});

test('behavior: a statement of a single member belongs to it', () => {
  const writes = new GroupWrites({ isApart: false });
  writes.add(one, [refusing(rows.of(['a']))]);
  expect(writes.blame(0, violation)).toEqual({ member: one, refusal: taken() });
});

test('behavior: what comes after the effects belongs to nobody', () => {
  expect(fill({ isApart: false }).blame(2, violation)).toBeUndefined();
});

test('behavior: the parts of a member stay in their order', () => {
  const writes = new GroupWrites({ isApart: false });
  writes.add(one, [links.of(['x'])]);
  writes.add(other, [rows.of(['a']), links.of(['y']), rows.of(['b'])]);
  expect(textsOf(writes)).toEqual(['links x', 'rows a', 'links y', 'rows b']);
});
