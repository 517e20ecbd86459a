/** What a turn costs at least. What work takes beyond that is owed. */
export const quantumMs = 0.25;

/** No more is owed than this, so that everybody comes to a turn before waiting is over. */
const maxOwedMs = 500;

/** After so many newcomers, the round goes on. */
const maxNewcomersInARow = 16;

/**
 * One of those who share something, with those who share its part. The parts take turns by deficit round robin. The cost of work
 * is known only when it has ended: it is then owed, and as many rounds pass as it takes to pay it. A part that begins to wait comes
 * first. After that turn it comes first again only when all other waiting parts had a turn or paid for one. Among many newcomers the
 * round still goes on.
 */
export class Branch<One> {
  readonly parts = new Map<string, Branch<One>>();
  /** Those who wait, if there are no parts. */
  readonly line: One[] = [];
  readonly name: string;
  readonly parent: Branch<One> | undefined;
  /** How many have a place, in all parts together. */
  working = 0;
  /** How many wait, in all parts together. */
  waiting = 0;
  #owedMs = 0;
  /** Waiting parts that had no turn in this round yet. */
  readonly #newcomers = new Set<Branch<One>>();
  #newcomersInARow = 0;
  /** Parts that had a turn, in the order of their next one. Some may have nothing that waits. */
  readonly #round = new Set<Branch<One>>();

  constructor(name = '', parent?: Branch<One>) {
    this.name = name;
    this.parent = parent;
  }

  /** The part of a name. */
  part(name: string): Branch<One> {
    const known = this.parts.get(name);
    if (known) return known;
    const part = new Branch<One>(name, this);
    this.parts.set(name, part);
    return part;
  }

  /** The part in which most wait. */
  get fullest(): Branch<One> | undefined {
    let fullest: Branch<One> | undefined;
    for (const part of this.parts.values()) if (part.waiting > (fullest?.waiting ?? 0)) fullest = part;
    return fullest;
  }

  /** Lets one wait in this branch, which has no parts. */
  add(one: One): void {
    this.line.push(one);
    for (let branch: Branch<One> | undefined = this; branch; branch = branch.parent) {
      branch.waiting++;
      const parent: Branch<One> | undefined = branch.parent;
      if (parent && !parent.#round.has(branch)) parent.#newcomers.add(branch);
    }
  }

  /** Whether one still waited. */
  remove(one: One): boolean {
    const index = this.line.indexOf(one);
    if (index < 0) return false;
    this.line.splice(index, 1);
    this.#waitLess();
    for (let branch: Branch<One> | undefined = this; branch; branch = branch.parent) {
      const parent: Branch<One> | undefined = branch.parent;
      if (parent && branch.waiting === 0) parent.#newcomers.delete(branch);
      branch.forgetIfIdle();
    }
    return true;
  }

  /** Takes the next one out of the parts that may begin. */
  take(mayBegin: (part: Branch<One>) => boolean): One | undefined {
    let branch: Branch<One> = this;
    while (branch.parts.size > 0) {
      const next = branch.#next(mayBegin);
      if (!next) return undefined;
      branch = next;
    }
    const one = branch.line.shift();
    if (one) branch.#waitLess();
    return one;
  }

  /** Whether a part waits of which something may begin. */
  some(mayBegin: (part: Branch<One>) => boolean): boolean {
    for (const parts of [this.#newcomers, this.#round]) for (const part of parts) if (mayBegin(part)) return true;
    return false;
  }

  /** The branch has used this much more than a turn. */
  owe(ms: number): void {
    this.#owedMs = Math.min(maxOwedMs, this.#owedMs + ms);
    const { parent } = this;
    if (!parent) return;
    parent.#newcomers.delete(this);
    parent.#round.add(this);
  }

  /** Forgets the branch, unless it works, waits or owes something. */
  forgetIfIdle(): void {
    const { parent } = this;
    if (!parent || this.working > 0 || this.waiting > 0 || parent.#round.has(this)) return;
    if (parent.parts.get(this.name) === this) parent.parts.delete(this.name);
  }

  /** Forgets what all parts owe. */
  forgive(): void {
    this.#newcomers.clear();
    this.#round.clear();
    for (const part of this.parts.values()) {
      part.#owedMs = 0;
      part.forgetIfIdle();
      if (part.working > 0) part.forgive();
    }
  }

  #waitLess(): void {
    for (let branch: Branch<One> | undefined = this; branch; branch = branch.parent) branch.waiting--;
  }

  /** The part that has the next turn. */
  #next(mayBegin: (part: Branch<One>) => boolean): Branch<One> | undefined {
    const newcomer = this.#firstNewcomer(mayBegin);
    const isTheirTurn = this.#newcomersInARow < maxNewcomersInARow;
    const next = (isTheirTurn && newcomer) || this.#nextOfRound(mayBegin) || newcomer;
    if (!next) return undefined;
    if (!isTheirTurn && next === newcomer) this.#passRounds(1);
    this.#newcomersInARow = isTheirTurn && next === newcomer ? this.#newcomersInARow + 1 : 0;
    this.#newcomers.delete(next);
    this.#round.delete(next);
    this.#round.add(next);
    return next;
  }

  #firstNewcomer(mayBegin: (part: Branch<One>) => boolean): Branch<One> | undefined {
    for (const part of this.#newcomers) if (mayBegin(part)) return part;
    return undefined;
  }

  /** The first that owes nothing, or will after the fewest rounds. */
  #nextOfRound(mayBegin: (part: Branch<One>) => boolean): Branch<One> | undefined {
    let next: Branch<One> | undefined;
    let rounds = Number.POSITIVE_INFINITY;
    for (const part of this.#round) {
      const needed = Math.ceil(part.#owedMs / quantumMs);
      if (needed >= rounds || !mayBegin(part)) continue;
      next = part;
      rounds = needed;
      if (rounds === 0) break;
    }
    if (!next) return undefined;
    if (rounds > 0) this.#passRounds(rounds);
    for (const part of this.#round) {
      if (part === next) break;
      if (part.#owedMs > 0) {
        // It pays with its turn.
        this.#round.delete(part);
        this.#round.add(part);
      }
      this.#pay(part, quantumMs);
    }
    return next;
  }

  #passRounds(rounds: number): void {
    for (const part of this.#round) this.#pay(part, rounds * quantumMs);
  }

  /** Pays for a part. It is forgotten if it owed nothing, and nothing of it waits. */
  #pay(part: Branch<One>, ms: number): void {
    if (part.#owedMs === 0 && part.waiting === 0) {
      this.#round.delete(part);
      part.forgetIfIdle();
    }
    part.#owedMs = Math.max(0, part.#owedMs - ms);
  }
}
