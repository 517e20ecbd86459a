import { styleText } from 'node:util';
import type { Surroundings } from '../surroundings.ts';

/** Colours the outcomes and the values of expressions in a line, if it goes to a terminal that shows colours. */
export const paintOutcomes = (line: string, { hasColours }: Pick<Surroundings['output'], 'hasColours'>): string =>
  hasColours
    ? line
        .replaceAll(/OUTCOME_[A-Z_]+/g, (outcome) => paint(colourOf(outcome), outcome))
        .replace(/(?<=[→=] )(?:true|false|error)\b/, (value) => paint(value === 'true' ? 'green' : 'red', value))
    : line;

const paint = (colour: Parameters<typeof styleText>[0], text: string) =>
  styleText(colour, text, { validateStream: false });

function colourOf(outcome: string) {
  if (outcome === 'OUTCOME_ALLOW') return 'green';
  return outcome === 'OUTCOME_REQUIRES_CONSENSUS' || outcome === 'OUTCOME_TIME_INACTIVE' ? 'yellow' : 'red';
}
