import { styleText } from 'node:util';

/** Colours the outcomes and the values of expressions in a line, if it goes to a terminal that shows colours. */
export const paintOutcomes = (line: string): string =>
  line
    .replaceAll(/OUTCOME_[A-Z_]+/g, (outcome) => styleText(colourOf(outcome), outcome))
    .replace(/(?<=[→=] )(?:true|false|error)\b/, (value) => styleText(value === 'true' ? 'green' : 'red', value));

function colourOf(outcome: string) {
  if (outcome === 'OUTCOME_ALLOW') return 'green';
  return outcome === 'OUTCOME_REQUIRES_CONSENSUS' || outcome === 'OUTCOME_TIME_INACTIVE' ? 'yellow' : 'red';
}
