export default async function run(): Promise<never> {
  throw new Error('this suite always fails');
}
