import { createQueries, type Queries } from '@kube-informer/worker'
import type { RegisteredDefinitions } from './context/registered-definitions.ts'

/**
 * The builders of queries, with the types of `Register`. As of `createQueries`.
 *
 * @example
 * const pods = queries.all('pods', { namespace: 'default' })
 * const { data } = useLister(pods)
 */
export const queries: Queries<RegisteredDefinitions> = createQueries({}) as Queries<RegisteredDefinitions>
