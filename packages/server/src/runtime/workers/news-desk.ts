import { maxNews, type News } from './shared-counts.ts';

/** How long news of several workers is collected: messages to n workers cost n times as much as one. */
const intervalMs = 5;

/** Passes the news of each worker on to all others. */
export class NewsDesk<Reader> {
  readonly #readers: () => Iterable<Reader>;
  readonly #send: (reader: Reader, news: News) => void;
  #pending: { readonly from: Reader; readonly news: News }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(readers: () => Iterable<Reader>, send: (reader: Reader, news: News) => void) {
    this.#readers = readers;
    this.#send = send;
  }

  add(from: Reader, news: News): void {
    this.#pending.push({ from, news });
    this.#timer ??= setTimeout(() => this.#publish(), intervalMs).unref();
  }

  #publish(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#timer = undefined;
    for (const reader of this.#readers()) {
      const news = pending.filter(({ from }) => from !== reader).map((each) => each.news);
      const takes = news.flatMap((each) => each.takes).slice(0, maxNews);
      const verified = news.flatMap((each) => each.verified).slice(0, maxNews);
      if (takes.length > 0 || verified.length > 0) this.#send(reader, { takes, verified });
    }
  }
}
