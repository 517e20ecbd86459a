/** A page of metrics in the text format of Prometheus. */
export interface PrometheusPage {
  /** The names of all metrics, also of those without a sample. */
  readonly names: ReadonlySet<string>;
  readonly samples: readonly { readonly series: string; readonly value: number }[];
}

/** Reads a page. Series have the labels of Prometheus too. */
export function readPrometheusPage(page: string, added: string): PrometheusPage {
  const names = new Set([...page.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const samples = [...page.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]) => ({
    series: `${name}{${labels === undefined ? '' : `${labels},`}${added}}`,
    value: Number(value),
  }));
  return { names, samples };
}

/** The selectors of series in an expression. */
export const selectorsOf = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:up|(?:mintmark|process)_\w+)\b(?:\{[^}]*\})?/g)].map(([selector]) => selector);

/** The name of the metric that a selector is about. */
export const metricOf = (selector: string): string =>
  (/^\w+/.exec(selector)?.[0] ?? '').replace(/^(mintmark_request_duration_seconds)_(?:bucket|sum|count)$/, '$1');
