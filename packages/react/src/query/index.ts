// Slices and writes as queries and mutations of TanStack Query.
export { informerMutationOptions } from './informer-mutation-options.ts'
export {
  type ClusterOptions,
  type InformerQueryKey,
  type InformerQueryOptions,
  informerQueryOptions,
} from './informer-query-options.ts'
