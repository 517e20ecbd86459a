import { randomUUID } from 'node:crypto';
import { readManifest } from '../../custody/proofs/manifest.ts';
import { createGuardedFetch } from '../../delivery/adapters/guarded-fetch.ts';
import { SpanExporter, type SpanExporterOptions } from './span-exporter.ts';
import { Tracer } from './tracer.ts';

/** The traces of a process. */
export interface Traces {
  readonly tracer: Tracer;
  /** Sends what is left, for a limited time. */
  stop(): Promise<void>;
}

/** Where traces are sent, as in the configuration file. */
interface TracesSettings {
  readonly otlpUrl: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The part of all traces that is recorded, up to 1. */
  readonly sampleRatio?: number | undefined;
}

interface TracesOptions extends Pick<SpanExporterOptions, 'onSpans' | 'limits'> {
  readonly proxyUrl: string | undefined;
  readonly onTraceError?: SpanExporterOptions['onError'];
}

/** Begins to record requests and deliveries of this process, and to send them to an OTLP receiver. */
export async function openTraces(
  { otlpUrl: url, headers, sampleRatio }: TracesSettings,
  { proxyUrl, onSpans, onTraceError: onError, limits = {} }: TracesOptions,
): Promise<Traces> {
  const { version } = await readManifest();
  const source = { version, instanceId: randomUUID() };
  const exporter = new SpanExporter({
    url,
    headers,
    source,
    fetch: createGuardedFetch({ proxyUrl }),
    limits,
    onSpans,
    onError,
  });
  return { tracer: new Tracer({ sampleRatio, keep: exporter.keep }), stop: () => exporter.stop() };
}
