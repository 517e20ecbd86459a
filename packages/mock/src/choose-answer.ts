import { getActivity, type Operation } from './operations.ts';
import { parsePrefer } from './prefer.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/** Which of its documented responses an operation returns. */
export interface Choice {
  readonly status: number;
  readonly example?: string;
  /** The example that get_activity returns for the activity later, if it is another one. */
  readonly later?: string;
  /** Generated from the schema instead of an example; the same seed gives the same response. */
  readonly dynamic?: boolean;
  readonly seed?: string;
  readonly delayMs?: number;
}

export type Chosen = { readonly choice: Choice } | { readonly problem: string };

/** What a Prefer header chooses. Unknown preferences are ignored, as RFC 7240 requires. */
export function chooseAnswer(operation: Operation, header = ''): Chosen {
  const preferences = parsePrefer(header);
  const scenario = preferences.get('scenario');
  if (scenario === undefined) return chooseExample(operation, preferences);
  const others = ['code', 'example', 'dynamic', 'seed'].filter((name) => preferences.has(name));
  if (others.length > 0) return { problem: `scenario and ${others.join(', ')} cannot be combined` };
  return chooseScenario(operation, scenario);
}

function chooseScenario(operation: Operation, name: string): Chosen {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (!scenario) return { problem: `unknown scenario ${name}; use one of ${Object.keys(scenarios).join(', ')}` };
  const choice = scenarioChoice(operation, scenario);
  if (choice) return { choice };
  const fitting = Object.entries(scenarios).filter(([, other]) => scenarioChoice(operation, other));
  const names = fitting.map(([other]) => other).join(', ');
  return { problem: `the scenario ${name} does not apply to ${operation.id}; ${names} do` };
}

/** What a scenario means for an operation; undefined if it does not apply. */
function scenarioChoice(operation: Operation, { activity, later, error, delayMs }: Scenario): Choice | undefined {
  const example = error ?? activity;
  // A caller may send its scenario with every request, so get_activity ignores it: the id of the activity says its state.
  const isUsual = example === undefined || (activity !== undefined && operation.id === getActivity);
  if (isUsual) return { status: 200, ...(delayMs !== undefined && { delayMs }) };
  const status = statusOf(operation, example);
  return status === undefined ? undefined : { status, example, ...(later !== undefined && { later }) };
}

function chooseExample(operation: Operation, preferences: ReadonlyMap<string, string>): Chosen {
  const { id, examples } = operation;
  const code = preferences.get('code');
  const example = preferences.get('example');
  const dynamic = preferences.get('dynamic') ?? 'false';
  const status = [...examples.keys()].find((documented) => code === String(documented));
  if (code !== undefined && status === undefined) {
    return { problem: `${id} does not document code ${code}; it documents ${[...examples.keys()].join(', ')}` };
  }
  if (dynamic !== 'true' && dynamic !== 'false') return { problem: `dynamic must be true or false, not ${dynamic}` };
  if (example === undefined) {
    return { choice: { status: status ?? 200, dynamic: dynamic === 'true', seed: preferences.get('seed') || id } };
  }
  const found = statusOf(operation, example, status);
  if (found !== undefined) return { choice: { status: found, example } };
  const names = status === undefined ? [...examples.values()].flat() : examples.get(status);
  return {
    problem: `${id}${code ? ` with code ${code}` : ''} has no example ${example}; it has ${names?.join(', ')}`,
  };
}

/** The status of an example: example names are unique within an operation. */
function statusOf({ examples }: Operation, example: string, only?: number): number | undefined {
  return [...examples.keys()].find(
    (status) => (only === undefined || status === only) && examples.get(status)?.includes(example),
  );
}
