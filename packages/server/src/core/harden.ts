// Loaded before anything else. Node has flags for all of this, but the code here works however the program was started: a
// shebang line cannot pass flags on every system.

// --disable-proto=delete: no assignment of a value from JSON may reach a prototype.
Reflect.deleteProperty(Object.prototype, '__proto__');

// --disallow-code-generation-from-strings: no text becomes code. It costs zod its compiled parsers, a microsecond or two.
const refuse = Object.assign(
  () => {
    throw new EvalError('code generation from strings is disabled');
  },
  // For `instanceof`.
  { prototype: Function.prototype },
);
for (const kind of [() => {}, async () => {}, function* () {}, async function* () {}])
  Object.defineProperty(Object.getPrototypeOf(kind), 'constructor', { value: refuse });
Object.assign(globalThis, { Function: refuse, eval: refuse });

// --disable-sigusr1: no signal opens the inspector, which could read every key.
process.on('SIGUSR1', () => {});

// --report-exclude-env: a diagnostic report may be sent to others, and the environment has the address of the database.
process.report.excludeEnv = true;
