/**
 * Says once which informers an application has; the hooks of this module then know its resources, their
 * indexes and their rows. It is declared here, and not re-exported, since only then can it be extended.
 *
 * @example
 * declare module '@kube-informer/react' {
 *   interface Register {
 *     informers: typeof informers
 *     resource: 'pods' // optional: the type of hooks that name none, as <InformerProvider resource="pods"> makes it
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications extend it by declaration merging
export interface Register {}

export { type CreateInformerHooksOptions, createInformerHooks } from './create-informer-hooks.ts'
export {
  type DefaultResourceOf,
  type DefinitionsOf,
  InformerProvider,
  useByIndex,
  useConnection,
  useConnectionStatus,
  useIndexValues,
  useInformerStatus,
  useLister,
  useObject,
} from './registered.ts'
export type { SliceResult } from './slice-result.ts'
export { createSliceStore } from './slice-store.ts'
export type {
  ConnectionOf,
  IndexOf,
  InformerHooks,
  InformerProviderProps,
  ObjectOptions,
  RowOf,
  ScopeOptions,
  SliceOptions,
} from './types.ts'
