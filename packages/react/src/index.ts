/**
 * Extend this interface once to register an application's definition: the hooks of this module then have the types of its
 * resources, indexes and rows. It is declared in this file because a re-exported interface cannot be extended.
 *
 * @example
 * declare module '@kube-informer/react' {
 *   interface Register {
 *     informers: typeof informers
 *     resource: 'pods' // optional: types the hooks that pass no `resource`; the provider then has to pass resource="pods"
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
  useAccess,
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
  AccessOptions,
  ConnectionOf,
  IndexValuesOptions,
  InformerHooks,
  InformerProviderProps,
  ObjectOptions,
  ScopeOptions,
  SliceOptions,
} from './types.ts'
