import { ApiError } from '../contract/api-error.ts';
import { compile, type Expression } from './language/compile.ts';
import { PolicyError } from './language/policy-error.ts';
import { conditionScope, consensusScope, timeScope } from './namespaces/scopes.ts';

const scopes = { condition: conditionScope, consensus: consensusScope, time: timeScope };

type Part = keyof typeof scopes;

/** The expressions of a policy. An empty one is always true. */
type PolicyTexts = Readonly<Record<Part, string>>;

/** The same, compiled. An empty one is undefined. */
type CompiledPolicy = Readonly<Record<Part, Expression | undefined>>;

/** Compiles the expressions of a policy, or throws INVALID_POLICY with the member of the request that has the wrong one. */
export function compilePolicy(texts: PolicyTexts, fields: PolicyTexts): CompiledPolicy {
  const compiled = (part: Part) => {
    if (texts[part] === '') return undefined;
    try {
      return compile(texts[part], scopes[part]);
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      const { message: description } = error;
      // Clients recognise the first words of this message.
      throw new ApiError('INVALID_POLICY', `invalid policy ${part}: ${description}`, {
        fieldViolations: [{ field: fields[part], description }],
        cause: error,
      });
    }
  };
  return { condition: compiled('condition'), consensus: compiled('consensus'), time: compiled('time') };
}
