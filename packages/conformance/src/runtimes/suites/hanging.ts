export default function run(): Promise<never> {
  // Without a timer some runtimes notice that nothing can happen any more.
  return new Promise(() => setInterval(() => {}, 1000));
}
