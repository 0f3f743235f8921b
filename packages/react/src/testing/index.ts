// Tests of components: a fake apiserver in virtual time, or a connection whose state the test sets.
export {
  createFakeConnection,
  type FakeConnection,
  type FakeConnectionOptions,
} from './create-fake-connection.ts'
export {
  createTestInformers,
  type TestInformers,
  type TestInformersOptions,
  type WaitOptions,
} from './create-test-informers.ts'
export type { FakeMutation } from './fake-mutation.ts'
export { type InformerView, type RenderOptions, renderWithInformers } from './render-with-informers.ts'
export { type WithInformersOptions, withInformers } from './with-informers.tsx'
