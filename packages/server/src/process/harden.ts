// Loaded before anything else. What node has flags for is done here, so that it holds however the program was started.

// --disable-proto=delete: no assignment of what came in JSON may reach a prototype.
Reflect.deleteProperty(Object.prototype, '__proto__');
// --disable-sigusr1: no signal opens the inspector, which could read every key.
process.on('SIGUSR1', () => {});
// --report-exclude-env: a diagnostic report may be sent to others, and the environment has the address of the database.
process.report.excludeEnv = true;
