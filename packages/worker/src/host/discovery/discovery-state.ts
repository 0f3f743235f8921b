import type { DiscoveredGroup } from '@kube-informer/core/discovery'
import { hashOf } from '../../api/hash-of.ts'
import type { WireDiscovery } from '../../wire/calls.ts'
import { toWireError, type WireError } from '../../wire/wire-error.ts'

/** The state before the first discovery; it is not sent. */
export const NOTHING: WireDiscovery = Object.freeze({ id: '', data: 'none', groups: [], failures: {} })

/** A state to be sent. */
interface DescribedState {
  readonly data: WireDiscovery['data']
  readonly groups: readonly DiscoveredGroup[]
  readonly error?: WireError | undefined
  readonly failures?: ReadonlyMap<string, Error> | WireDiscovery['failures'] | undefined
}

/** The plain data of a state. Its id is derived from the content, so that a page does not receive twice what it has. */
export function describeState({ data, groups, error, failures = {} }: DescribedState): WireDiscovery {
  const content = {
    data,
    groups: groups.map(group => JSON.stringify(preferredFirst(group))),
    ...(error && { error }),
    failures: failures instanceof Map ? failuresOf(failures) : (failures as WireDiscovery['failures']),
  }
  return Object.freeze({ id: hashOf(JSON.stringify(content)), ...content })
}

/** The core group is first already. */
function preferredFirst(group: DiscoveredGroup): DiscoveredGroup {
  const { versions, preferredVersion } = group
  const rank = ({ version }: { readonly version: string }) => Number(version !== preferredVersion)
  return { ...group, versions: versions.toSorted((a, b) => rank(a) - rank(b)) }
}

/** Without the codes of errors that have no class on the page. */
const failuresOf = (failures: ReadonlyMap<string, Error>): WireDiscovery['failures'] =>
  Object.fromEntries(
    [...failures].map(([groupVersion, failure]) => {
      const { code: _, ...error } = toWireError(failure)
      return [groupVersion, error]
    }),
  )
