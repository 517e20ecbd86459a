type Labels = Readonly<Record<string, string>>;
export type Sample = readonly [suffix: string, labels: Labels, value: number];

/** How often something happened, by labels. */
export class Counter {
  readonly #counts = new Map<string, { readonly labels: Labels; count: number }>();

  /** @param known The labels that begin with zero. Prometheus does not see the first increase of those that appear later. */
  constructor(known: readonly Labels[] = []) {
    for (const labels of known) this.add(labels, 0);
  }

  add(labels: Labels, count = 1): void {
    const key = JSON.stringify(labels);
    const entry = this.#counts.get(key);
    if (entry) entry.count += count;
    else this.#counts.set(key, { labels, count });
  }

  samples(): Sample[] {
    return [...this.#counts.values()].map(({ labels, count }) => ['', labels, count]);
  }
}

/** How values are spread, by labels. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number }>();

  /** @param bounds The upper ends of the buckets, in ascending order. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = JSON.stringify(labels);
    const series = this.#series.get(key) ?? { labels, counts: Array(this.#bounds.length + 1).fill(0), sum: 0 };
    this.#series.set(key, series);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    const index = bucket < 0 ? this.#bounds.length : bucket;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += value;
  }

  samples(): Sample[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let total = 0;
      const buckets = counts.map((count, index): Sample => {
        total += count;
        return ['_bucket', { ...labels, le: String(this.#bounds[index] ?? '+Inf') }, total];
      });
      return [...buckets, ['_sum', labels, sum] as const, ['_count', labels, total] as const];
    });
  }
}

/** One metric with all its samples. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** How the samples of several processes are one: `sum` by default. */
  readonly across?: 'sum' | 'max' | 'min';
  readonly samples: readonly Sample[];
}

const across = {
  sum: (one: number, other: number) => one + other,
  max: Math.max,
  min: Math.min,
};

/** The metrics of several processes as those of one. */
export function mergeMetrics(processes: readonly (readonly Metric[])[]): Metric[] {
  const merged = new Map<string, { readonly metric: Metric; readonly samples: Map<string, Sample> }>();
  for (const metric of processes.flat()) {
    const entry = merged.get(metric.name) ?? { metric, samples: new Map() };
    merged.set(metric.name, entry);
    for (const sample of metric.samples) {
      const [suffix, labels, value] = sample;
      const key = JSON.stringify([suffix, labels]);
      const known = entry.samples.get(key);
      entry.samples.set(key, known ? [suffix, labels, across[metric.across ?? 'sum'](known[2], value)] : sample);
    }
  }
  return [...merged.values()].map(({ metric, samples }) => ({ ...metric, samples: [...samples.values()] }));
}

/** What remains of the metrics of a process that has exited: what it counted. */
export const countsOf = (metrics: readonly Metric[]): Metric[] => metrics.filter(({ type }) => type !== 'gauge');

/**
 * A metric as text. Values of labels are not escaped: they come from closed sets of plain words.
 *
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function metricText({ name, type, help, samples }: Metric): string {
  const lines = samples.map(([suffix, labels, value]) => {
    const pairs = Object.entries(labels).map(([label, word]) => `${label}="${word}"`);
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
