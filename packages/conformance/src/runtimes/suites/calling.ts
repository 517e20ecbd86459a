/** Whether the suite could reach the given host. */
export default async function run({ url }: { url: string }): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    return 'out of reach';
  }
}
