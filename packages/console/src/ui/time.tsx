const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time of the contract: RFC 3339 text, or seconds as decimal text. */
export type ContractTime = string | { readonly seconds: string; readonly nanos?: string } | Date;

const dateOf = (time: ContractTime) =>
  time instanceof Date ? time : new Date(typeof time === 'string' ? time : Number(time.seconds) * 1_000);

/** A time in the viewer's zone. */
export function Time({ at }: { readonly at: ContractTime | undefined }) {
  if (at === undefined) return <>–</>;
  const date = dateOf(at);
  if (Number.isNaN(date.getTime())) return <>{String(at)}</>;
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {format.format(date)}
    </time>
  );
}
