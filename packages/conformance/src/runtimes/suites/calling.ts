/** Whether the suite reached the host that it was told of. */
export default async function run({ url }: { url: string }): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    return 'out of reach';
  }
}
