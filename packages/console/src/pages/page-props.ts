export interface PageProps {
  /** What the page shows, if it shows one thing. */
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}
