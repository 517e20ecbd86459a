export default function run(): Promise<never> {
  // Without a timer, some runtimes notice that nothing is pending and exit.
  return new Promise(() => setInterval(() => {}, 1000));
}
