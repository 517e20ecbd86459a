import type { ComponentChildren } from 'preact';

type Row = readonly [name: string, value: ComponentChildren];

/** Names and values. A row without a value is left out. */
export const Facts = ({ rows }: { readonly rows: readonly (Row | undefined | false)[] }) => (
  <dl class="facts">
    {rows
      .filter((row): row is Row => Boolean(row))
      .map(([name, value], index) => (
        <div key={`${name} ${index}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A value as indented JSON. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <section aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long JSON scrolls, and must do so by keyboard too. */}
    <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
  </section>
);
