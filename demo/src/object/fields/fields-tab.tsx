import type { KubernetesObject } from '@kube-informer/core'
import { useConnection } from '@kube-informer/react'
import { type ReactNode, useEffect, useState } from 'react'
import { locationOf, resourceName } from '../../actions/names.ts'
import { resourceOf } from '../../actions/write.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { OverviewProps } from '../overview/overview-props.ts'
import { FieldTree } from './field-tree.tsx'
import { fieldsOfOwner, type Owner, ownedFields, ownerName, ownersOf } from './managed-fields.ts'

interface Read {
  readonly object?: KubernetesObject
  readonly error?: unknown
}

/** The object with its managed fields, which the cache leaves out. `again` reads it anew. */
function useManagedFields({ kind, object }: OverviewProps): Read & { readonly again: () => void } {
  const connection = useConnection()
  const namespace = object.metadata?.namespace
  const name = object.metadata?.name ?? ''
  const newest = object.metadata?.resourceVersion
  const [resourceVersion, setResourceVersion] = useState(newest)
  const [read, setRead] = useState<Read>({})
  useEffect(() => {
    const abort = new AbortController()
    const at = { ...(namespace ? { namespace } : {}), name }
    connection.client
      .get(resourceOf(kind) as typeof kind, at, { resourceVersion, signal: abort.signal })
      .then(
        object => setRead({ object }),
        error => !abort.signal.aborted && setRead({ error }),
      )
    return () => abort.abort()
  }, [connection, kind, namespace, name, resourceVersion])
  // Without one, the server reads its newest state.
  const again = (): void => setResourceVersion(read => (read === newest ? undefined : newest))
  return { ...read, again }
}

/** Which manager has written which field. */
export function FieldsTab({ kind, object }: OverviewProps): ReactNode {
  const { object: read, error, again } = useManagedFields({ kind, object })
  const [chosen, setChosen] = useState<string>()
  if (error !== undefined) {
    const attempt = { verb: 'get', resource: resourceName(kind), ...locationOf(object) }
    return <ErrorState error={error} attempt={attempt} onRetry={again} />
  }
  if (read === undefined) return <p className="muted">Reading the managed fields…</p>
  const managedFields = read.metadata?.managedFields ?? []
  const owners = ownersOf(managedFields)
  const fields = ownedFields(read, managedFields)
  const isOld = read.metadata?.resourceVersion !== object.metadata?.resourceVersion
  return (
    <div className="fields">
      <header className="panel-bar">
        <p className="muted">
          The server records which manager has set a field. An apply that changes a field of another manager
          is a conflict.
        </p>
        {isOld && <Button onClick={again}>Read the changes</Button>}
      </header>
      <Owners owners={owners} chosen={chosen} onChoose={setChosen} />
      {fields.length === 0 && <p className="muted">The server has no managed fields of this object.</p>}
      <FieldTree fields={chosen === undefined ? fields : fieldsOfOwner(fields, chosen)} />
    </div>
  )
}

interface OwnersProps {
  readonly owners: readonly Owner[]
  readonly chosen: string | undefined
  readonly onChoose: (name: string | undefined) => void
}

/** The managers. A press shows only the fields of one. */
function Owners({ owners, chosen, onChoose }: OwnersProps): ReactNode {
  const newest = new Map(owners.map(owner => [ownerName(owner), owner]))
  return (
    <ul className="chips" aria-label="Managers">
      {[...newest].map(([name, { operation, time }]) => (
        <li key={name}>
          <button
            type="button"
            className="chip"
            aria-pressed={name === chosen}
            onClick={() => onChoose(name === chosen ? undefined : name)}
          >
            <b>{name}</b> {operation}
            <span className="muted">
              <Age since={time} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
