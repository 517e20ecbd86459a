import { getActivity, type Operation } from './operations.ts';
import { parsePrefer } from './prefer.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/** Which of its documented answers an operation gives. */
export interface Choice {
  readonly status: number;
  readonly example?: string;
  /** How get_activity answers the activity later, if not in the same way. */
  readonly later?: string;
  /** Made from the schema instead of an example, always the same for one seed. */
  readonly dynamic?: boolean;
  readonly seed?: string;
  readonly delayMs?: number;
}

export type Chosen = { readonly choice: Choice } | { readonly problem: string };

/** What a Prefer header chooses. Preferences that mean nothing here are ignored, as RFC 7240 asks. */
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
  if (!scenario) return { problem: `there is no scenario ${name}; there are ${Object.keys(scenarios).join(', ')}` };
  const choice = scenarioChoice(operation, scenario);
  if (choice) return { choice };
  const fitting = Object.entries(scenarios).filter(([, other]) => scenarioChoice(operation, other));
  const names = fitting.map(([other]) => other).join(', ');
  return { problem: `the scenario ${name} does not fit ${operation.id}; ${names} do` };
}

/** What a scenario means for an operation; undefined if it does not fit. */
function scenarioChoice(operation: Operation, { activity, later, error, delayMs }: Scenario): Choice | undefined {
  const example = error ?? activity;
  // A caller that sends its scenario with every request sends it here too. What became of an activity is in its id.
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
    return { problem: `${id} documents no code ${code}; there are ${[...examples.keys()].join(', ')}` };
  }
  if (dynamic !== 'true' && dynamic !== 'false') return { problem: `dynamic is true or false, not ${dynamic}` };
  if (example === undefined) {
    return { choice: { status: status ?? 200, dynamic: dynamic === 'true', seed: preferences.get('seed') || id } };
  }
  const found = statusOf(operation, example, status);
  if (found !== undefined) return { choice: { status: found, example } };
  const names = status === undefined ? [...examples.values()].flat() : examples.get(status);
  return {
    problem: `${id}${code ? ` with code ${code}` : ''} has no example ${example}; there are ${names?.join(', ')}`,
  };
}

/** The status that documents an example: no two of an operation share a name. */
function statusOf({ examples }: Operation, example: string, only?: number): number | undefined {
  return [...examples.keys()].find(
    (status) => (only === undefined || status === only) && examples.get(status)?.includes(example),
  );
}
