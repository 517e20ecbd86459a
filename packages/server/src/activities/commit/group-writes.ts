import { type EffectPart, refusalOf } from '../../core/handlers/effect.ts';
import type { ApiError } from '../../core/model/api-error.ts';
import type { Placement } from '../../core/tables/insert-rows.ts';
import { type JointWrite, statementOf } from '../../core/tables/joint-write.ts';
import type { Sql, Statement } from '../../storage/store/database.ts';
import type { Member } from './transaction.ts';

interface OwnedPart {
  readonly member: Member;
  readonly part: EffectPart;
}

/** Parts of effects that one statement writes. */
interface Batch {
  readonly write: JointWrite<never>;
  readonly parts: OwnedPart[];
}

/** Who is to blame for the failure of a statement. */
export interface Blame {
  readonly member: Member;
  /** What the caller is told, if the failure means that. */
  readonly refusal: ApiError | undefined;
}

/** What the members of a group write. Members that write the same kind of rows share statements. */
export class GroupWrites {
  readonly #batches: Batch[] = [];
  readonly #isApart: boolean;

  /** @param options.isApart Whether each part gets a statement of its own, so that a failure says whose it is. */
  constructor({ isApart }: { readonly isApart: boolean }) {
    this.#isApart = isApart;
  }

  /** Adds what a member writes. Its parts stay in their order. */
  add(member: Member, parts: readonly EffectPart[]): void {
    let next = 0;
    for (const part of parts) {
      const { write } = part;
      const found = this.#isApart ? -1 : this.#batches.findIndex((batch, at) => at >= next && batch.write === write);
      const place = found === -1 ? this.#batches.push({ write, parts: [] }) - 1 : found;
      this.#batches[place]?.parts.push({ member, part });
      next = place + 1;
    }
  }

  statements(sql: Sql, placement: Placement): Statement<readonly object[]>[] {
    return this.#batches.map(({ write, parts }) =>
      statementOf(sql, { write, asked: parts.flatMap(({ part }) => part.asked) }, placement),
    );
  }

  /** Whose part the statement at a place has failed with: `somebody` if several members share it. */
  blame(place: number, error: unknown): Blame | 'somebody' | undefined {
    const parts = this.#batches[place]?.parts;
    if (!parts) return undefined;
    const [{ member, part }] = parts as [OwnedPart];
    return parts.length > 1 ? 'somebody' : { member, refusal: refusalOf(part, error) };
  }
}
