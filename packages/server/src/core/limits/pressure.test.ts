import { expect, test } from 'vitest';
import { StoreError } from '../../storage/store/store-error.ts';
import { ApiError } from '../model/api-error.ts';
import { Pressure } from './pressure.ts';

function createPressure() {
  const time = { now: 10_000, late: 0 };
  const pressure = new Pressure(
    { databaseMs: 1_000, loopMs: 2_000 },
    () => time.now,
    () => time.late,
  );
  const take = (ms: number) =>
    pressure.during(async () => {
      time.now += ms;
    });
  const refusal = () => {
    try {
      pressure.check();
    } catch (error) {
      return error as ApiError;
    }
    return undefined;
  };
  return { time, pressure, take, refusal };
}

test('default: accepts requests while the database is quick', async () => {
  const { take, refusal } = createPressure();
  expect(refusal()).toBeUndefined();
  for (let count = 0; count < 100; count++) await take(900);
  expect(refusal()).toBeUndefined();
});

test('error: UNAVAILABLE while the database is slow, and not for long after it', async () => {
  const { time, take, refusal } = createPressure();
  await take(1_800);
  expect(refusal()).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  time.now += 300;
  expect(refusal()).toBeInstanceOf(ApiError);
  time.now += 200;
  expect(refusal()).toBeUndefined();
});

test('behavior: one quick answer does not hide a slow one', async () => {
  const { take, refusal } = createPressure();
  await take(1_800);
  await take(5);
  expect(refusal()).toBeInstanceOf(ApiError);
});

test.each([
  ['TIMEOUT', true],
  // It is not overloaded, but away.
  ['UNAVAILABLE', false],
] as const)('behavior: of what fails, %s', async (code, counts) => {
  const { time, pressure, refusal } = createPressure();
  const failing = pressure.during(async () => {
    time.now += 2_500;
    throw new StoreError(code);
  });
  await expect(failing).rejects.toMatchObject({ code });
  expect(refusal() !== undefined).toBe(counts);
});

test('error: UNAVAILABLE while the event loop is late', () => {
  const { time, refusal } = createPressure();
  time.late = 2_001;
  expect(refusal()).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  time.late = 2_000;
  expect(refusal()).toBeUndefined();
});
