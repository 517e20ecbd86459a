import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../command.ts';
import { metricOf, type PrometheusPage, readPrometheusPage, selectorsOf } from './prometheus-page.ts';
import { hasPromtool, promtool } from './promtool.ts';
import { startService } from './started-service.ts';

const directory = join(root, 'docs/monitoring');
const read = (file: string) => readFileSync(join(directory, file), 'utf8');

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

const dashboard = JSON.parse(read('dashboard.json'));
const rules: readonly Rule[] = parse(read('alerts.yaml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
const ruleTests: readonly RuleTest[] = parse(read('alerts.test.yaml')).tests;
const readme = read('README.md');

/** What Grafana puts in for its variables. */
const filledIn = (expression: string) =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'mintmark').replaceAll('$instance', '.*');
const panels: readonly { title: string; expression: string }[] = dashboard.panels.flatMap(
  ({ title, targets = [] }: Panel) => targets.map(({ expr }) => ({ title, expression: filledIn(expr) })),
);
const expressions = [...panels.map(({ expression }) => expression), ...rules.map(({ expr }) => expr)];

const scraped = 'job="mintmark",instance="127.0.0.1:9464"';

/** The page of a service that was used, follows a chain, and has an entry in its outbox. */
async function readRealPage(): Promise<string> {
  await using node = await startEvmNode({ chainId: 11_155_111 });
  const chains = { [node.caip2]: { rpcUrl: node.url } };
  await using service = await startService({ chains, webhooks: { allowPrivate: true } });
  const { baseUrl, organizationId, apiPublicKey, apiPrivateKey } = JSON.parse(
    readFileSync(join(service.directory, '.mintmark/root.json'), 'utf8'),
  );
  const stamper = createP256Stamper({ publicKey: apiPublicKey, privateKey: apiPrivateKey });
  const client = createClient({ baseUrl, organizationId, stamper });
  // Nothing listens on this port, so the event stays in the outbox.
  await client.createWebhookEndpointOrThrow({ url: 'http://127.0.0.1:1/', name: 'Nowhere' });
  await client.createUserTagOrThrow({ userTagName: 'Tag', userIds: [] });
  for (;;) {
    const page = await (await fetch(`${baseUrl}/metrics`)).text();
    if (
      ['outbox_entries', 'chain_blocks_behind', 'storage_bytes'].every((name) => page.includes(`\nmintmark_${name}{`))
    )
      return page;
    await setTimeout(100);
  }
}

let text: string;
let page: PrometheusPage;
let work: string;
beforeAll(async () => {
  text = await readRealPage();
  page = readPrometheusPage(text, scraped);
  work = mkdtempSync(join(tmpdir(), 'mintmark-monitoring-'));
  return () => rmSync(work, { recursive: true });
});

describe('the metrics of a running service', () => {
  test('default: have every metric that the dashboard and the alarms use', () => {
    const used = new Set(expressions.flatMap(selectorsOf).map(metricOf));
    used.delete('up');
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((name) => !page.names.has(name))).toEqual([]);
    const unused = [...page.names].filter((name) => !used.has(name));
    if (unused.length > 0) console.warn(`neither on the dashboard nor in an alarm: ${unused.join(', ')}`);
  });

  test('behavior: labels are the same for all organizations, but for the storage of those at the top', () => {
    const others = text.replaceAll(/^mintmark_storage_bytes\{.*$/gm, '');
    expect(others).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });
});

describe('the alarms', () => {
  test('default: each is tested firing and not firing', () => {
    const tested = (isFiring: boolean) =>
      new Set(
        ruleTests.flatMap(({ alert_rule_test: cases }) =>
          cases.filter(({ exp_alerts: alerts }) => alerts.length > 0 === isFiring).map(({ alertname }) => alertname),
        ),
      );
    const names = new Set(rules.map(({ alert }) => alert));
    expect(names.size).toBe(rules.length);
    expect(tested(true)).toEqual(names);
    expect(tested(false)).toEqual(names);
  });

  test('default: each has a part of the page that says what to do', () => {
    const [, alarms = ''] = /^## Alarms\n(.*?)^## /ms.exec(readme) ?? [];
    const parts = [...alarms.matchAll(/^### (\w+)\n\n(.*?)(?=^### |$(?![\s\S]))/gms)];
    expect(parts.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
    for (const [, name, part] of parts) expect([name, part]).toEqual([name, expect.stringMatching(/^1\. |^\| /m)]);
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook).toBe(`docs/monitoring/README.md#${alert.toLowerCase()}`);
      expect(['critical', 'warning']).toContain(labels.severity);
    }
  });
});

describe('the dashboard', () => {
  test('default: needs only a data source that its user chooses', () => {
    const ids = dashboard.panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const sources = [...read('dashboard.json').matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid);
    expect(new Set(sources)).toEqual(new Set(['$' + '{datasource}', 'mintmark']));
    const variables = dashboard.templating.list.map(({ name }: { name: string }) => name);
    expect(variables).toEqual(['datasource', 'job', 'instance']);
    for (const [, name] of JSON.stringify(dashboard.panels).matchAll(/\$\{?(\w+)/g))
      expect([...variables, '__rate_interval']).toContain(name);
  });

  test('default: every panel has a place of its own', () => {
    const taken = new Map<string, string>();
    for (const { title, gridPos } of dashboard.panels) {
      const { x, y, w, h } = gridPos;
      expect(x + w).toBeLessThanOrEqual(24);
      for (let column = x; column < x + w; column++)
        for (let line = y; line < y + h; line++) {
          expect([title, taken.get(`${column} ${line}`)]).toEqual([title, undefined]);
          taken.set(`${column} ${line}`, title);
        }
    }
  });
});

describe.runIf(hasPromtool('the check of docs/monitoring'))('promtool', () => {
  /** Runs promtool, and expects it to find no fault. */
  const expectSuccess = ({ status, output }: ReturnType<typeof promtool>) => {
    console.log(output);
    expect([status, output]).toEqual([0, output]);
  };

  /** Evaluates expressions over the series of the real page, each of which grows. One without a result is a fault. */
  const evaluate = (name: string, tried: readonly string[]) => {
    const series = [
      { series: `up{${scraped}}`, values: '1x10' },
      ...page.samples.map(({ series, value }) => ({ series, values: `${value.toFixed(6)}+1x10` })),
    ];
    const cases = tried.map((expression) => ({
      expr: `clamp_max(count(${expression}), 1)`,
      eval_time: '10m',
      exp_samples: [{ labels: '{}', value: 1 }],
    }));
    // JSON is YAML too.
    const tests = [{ name, interval: '1m', input_series: series, promql_expr_test: cases }];
    writeFileSync(join(work, `${name}.test.yaml`), JSON.stringify({ evaluation_interval: '1m', tests }));
    const result = promtool(['test', 'rules', `${name}.test.yaml`], { cwd: work });
    return { ...result, output: `${tried.length} expressions over ${series.length} series\n${result.output}` };
  };

  test('default: the metrics of a running service', () => {
    expectSuccess(promtool(['check', 'metrics'], { input: text }));
  });

  test('default: the alarms', () => {
    expectSuccess(promtool(['check', 'rules', 'alerts.yaml'], { cwd: directory }));
    expectSuccess(promtool(['test', 'rules', 'alerts.test.yaml'], { cwd: directory }));
  });

  test('default: every expression of the dashboard has a result', () => {
    expect(panels.length).toBeGreaterThan(20);
    const all = panels.map(({ expression }) => expression);
    expectSuccess(evaluate('dashboard', all));
  });

  test('default: every selector of the dashboard and the alarms selects something', () => {
    // Requests that failed are not on the page of a service that works.
    const selectors = new Set(expressions.flatMap(selectorsOf).filter((selector) => !selector.includes('500|503')));
    expect(selectors.size).toBeGreaterThan(25);
    expectSuccess(evaluate('selectors', [...selectors]));
  });

  test('error: an expression that selects nothing is found', () => {
    const wrong = 'mintmark_refusals_total{code="NO_SUCH_CODE"}';
    expect(evaluate('wrong', [wrong])).toMatchObject({ status: 1, output: expect.stringMatching(/got: +nil/) });
  });
});
