// Tests of components: a fake apiserver in virtual time, or a connection whose state the test sets.
export {
  createTestInformers,
  type TestInformers,
  type TestInformersOptions,
  type WaitOptions,
} from './create-test-informers.ts'
export { type InformerView, type RenderOptions, renderWithInformers } from './render-with-informers.ts'
