export { createMock, type MockOptions } from './create-mock.ts';
export { createMockListener } from './create-mock-listener.ts';
export type { Mock } from './listen.ts';
export { type Scenario, scenarios } from './scenarios.ts';
