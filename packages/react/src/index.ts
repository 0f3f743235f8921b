'use client'

export {
  InformerProvider,
  useAccess,
  useConnection,
  useConnectionStatus,
} from './connection-hooks.ts'
export type { ConnectionOf } from './context/connection-of.ts'
// A declaration of a module merges with what it exports by `*`, and not with a named export of another module.
// biome-ignore lint/performance/noReExportAll: see above
export * from './context/register.ts'
export type { DefaultResourceOf, DefinitionsOf } from './context/registered-definitions.ts'
export { type SkipToken, skipToken } from './context/skip-token.ts'
export { type CreateInformerHooksOptions, createInformerHooks } from './create-informer-hooks.ts'
export type { DiscoveryResult } from './discovery-result.ts'
export type { FetchStatus } from './flags.ts'
export { useByIndex, useIndexValues, useInformerStatus, useLister, useObject } from './hooks.ts'
export {
  InformerErrorBoundary,
  type InformerErrorBoundaryProps,
  type InformerErrorFallbackProps,
} from './informer-error-boundary.tsx'
export type { ApplyPreview } from './mutations/apply-preview.ts'
export type { FieldChange } from './mutations/field-changes.ts'
export { type FieldConflict, fieldConflicts } from './mutations/field-conflicts.ts'
export { useApply, useDelete, useMutate, useScale } from './mutations/hooks.ts'
export type { MutationResult } from './mutations/mutation-store.ts'
export type {
  Abortable,
  ApplyResult,
  ApplyVariables,
  HasSubresource,
  MutationFnOptions,
  MutationHooks,
  MutationTargetOptions,
  MutationVerb,
  OptimisticOption,
  ScaleVariables,
  VerbOptions,
  VerbVariables,
  WithoutSubresource,
} from './mutations/types.ts'
export type {
  AccessOptions,
  ConnectionOption,
  DiscoveryOptions,
  IndexValuesOptions,
  InformerStatusOptions,
  ObjectOptions,
  PermittedNamespacesOptions,
  RelatedHookOptions,
  ResourceTableOptions,
  ResultOptions,
  ShownQueryOptions,
  SliceOptions,
  SuspenseObjectOptions,
  SuspenseQueryOptions,
  SuspenseResourceTableOptions,
  SuspenseResourceTableResult,
  SuspenseSliceOptions,
  SuspenseSliceResult,
} from './options.ts'
export type { PermittedNamespacesResult } from './permitted-namespaces-result.ts'
export { keepPreviousData, type PlaceholderData } from './placeholder.ts'
export { queries } from './queries.ts'
export type { RelatedResult } from './related-result.ts'
export type { ResourceTableResult, SliceResult } from './slice-result.ts'
export { createSliceStore } from './slice-store.ts'
export { useSuspenseByIndex, useSuspenseLister, useSuspenseObject } from './suspense-hooks.ts'
export { useResourceTable, useSuspenseResourceTable } from './table-hooks.ts'
export type { ThrowOnError } from './throw-on-error.ts'
export type { InformerHooks, InformerProviderProps } from './types.ts'
export { useDiscovery } from './use-discovery.ts'
export { usePermittedNamespaces } from './use-permitted-namespaces.ts'
export { useRelated } from './use-related.ts'
