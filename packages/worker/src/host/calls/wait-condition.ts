import { type KubernetesObject, type Row, readObject, UsageError } from '@kube-informer/core'
import { isOlder } from '../held-view/versions.ts'
import { parseWhere } from '../query/parse-where.ts'
import { prepareWhere } from '../query/prepare-where.ts'
import { rowTest } from '../query/row-test.ts'

/**
 * Whether a cached object meets a condition.
 *
 * @param covered the resourceVersion up to which the cache has all changes
 */
export type IsMet = (row: Row | undefined, covered: string) => boolean

/** Compiles a WaitCondition of a page; throws a UsageError for an invalid one. */
export async function compileWaitCondition(given: unknown): Promise<IsMet> {
  const { condition, deleted, resourceVersion, where } = Object(given)
  if (typeof condition === 'string') return hasCondition(condition)
  if (typeof resourceVersion === 'string') return hasReached(resourceVersion)
  if (deleted === true) return isDeleted()
  if (where === undefined)
    throw new UsageError(
      'waitFor requires { condition }, { deleted: true }, { resourceVersion } or { where }',
    )
  await prepareWhere(where)
  const holds = rowTest(parseWhere(where, 'where'))
  return row => row !== undefined && holds(row)
}

const hasReached =
  (wanted: string): IsMet =>
  (row, covered) =>
    !isOlder(covered, wanted) || (row !== undefined && !isOlder(row.resourceVersion, wanted))

/** Also where another object has its name by now. */
function isDeleted(): IsMet {
  let first: string | undefined
  return row => {
    first ??= row?.uid
    return row === undefined || row.uid !== first
  }
}

/** The members that `kubectl wait` reads. */
interface Conditioned extends KubernetesObject {
  readonly status?: {
    readonly observedGeneration?: number
    readonly conditions?: readonly {
      readonly type?: string
      readonly status?: string
      readonly observedGeneration?: number
    }[]
  }
}

/** As `kubectl wait --for=condition=`: names and values in any case, and no condition of an older generation. */
function hasCondition(expression: string): IsMet {
  const [type = '', wanted = 'true'] = expression.toLowerCase().split('=')
  return row => {
    if (!row) return false
    const { metadata, status }: Conditioned = readObject(row)
    const found = status?.conditions?.find(each => each.type?.toLowerCase() === type)
    const observed = found?.observedGeneration ?? status?.observedGeneration
    const { generation } = metadata ?? {}
    const isOutdated = observed !== undefined && generation !== undefined && observed < generation
    return !isOutdated && found?.status?.toLowerCase() === wanted
  }
}
