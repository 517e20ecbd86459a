declare module 'solc' {
  const solc: { version(): string; compile(standardJson: string): string };
  export default solc;
}
