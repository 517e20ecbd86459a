import { marksOf } from '../../activities/audit-proof/chain-account.ts';
import { readChain } from '../../activities/audit-proof/read-chain.ts';
import type { Link } from '../../core/audit/audit-chain.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { OrganizationKey } from '../../core/model/of-organization.ts';
import type { Sql } from '../../storage/store/database.ts';
import { OperatorKeyError } from './operator-key-error.ts';

/** What the chain of an organization says about some of its rows. Refuses a chain that is not intact. */
export class ChainMarks {
  readonly #macs: RowMacs;
  readonly #organization: OrganizationKey;
  readonly #isWanted: (row: string) => boolean;
  readonly #marks = new Map<string, string>();
  #last: Link | undefined;

  constructor(macs: RowMacs, organization: OrganizationKey, isWanted: (row: string) => boolean) {
    this.#macs = macs;
    this.#organization = organization;
    this.#isWanted = isWanted;
  }

  /** Reads the entries that were not read yet. */
  async read(sql: Sql): Promise<void> {
    const report = (subject: string, problem: string) => {
      throw new OperatorKeyError(
        'TAMPERED',
        `the audit log of organization ${this.#organization.id} is not valid: ${subject} ${problem}. ` +
          'Nothing was changed; run "mintmark audit verify" for details',
      );
    };
    const entries = readChain(sql, this.#macs, this.#organization, report, this.#last);
    for await (const { content, sequence, hash } of entries) {
      for (const [row, mark] of marksOf(content['rows'])) if (this.#isWanted(row)) this.#marks.set(row, mark);
      this.#last = { sequence, hash };
    }
  }

  /** The digest that a row should have; empty if it was removed, undefined if there never was one. */
  get(row: string): string | undefined {
    return this.#marks.get(row);
  }
}
