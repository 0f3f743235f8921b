import type { KubernetesObject } from '@kube-informer/core'
import { useObject } from '@kube-informer/react'
import { type ReactNode, useState } from 'react'
import { resourceName } from '../actions/names.ts'
import { definedName, type Kind } from '../kinds/kind.ts'
import type { OnSearch } from '../navigation/change.ts'
import type { ObjectSearch } from '../navigation/search.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { DeletionBanner, GoneBanner } from './banners.tsx'
import './object.css'
import { ObjectHeader } from './object-header.tsx'
import { ObjectTabs } from './object-tabs.tsx'
import { useActionKeys } from './use-action-keys.ts'

interface ObjectPageProps {
  readonly kind: Kind
  readonly namespace: string | undefined
  readonly name: string
  readonly search: ObjectSearch
  readonly onSearch: OnSearch<ObjectSearch>
}

/** One object: what it is, what belongs to it, and what can be done to it. */
export function ObjectPage(props: ObjectPageProps): ReactNode {
  const { kind, namespace, name } = props
  // Another object starts without a last state.
  return <ObjectContent key={`${resourceName(kind)}/${namespace}/${name}`} {...props} />
}

function ObjectContent({ kind, namespace, name, search, onSearch }: ObjectPageProps): ReactNode {
  const resource = definedName(kind) ?? kind
  const { data, isPending, error } = useObject({ namespace, name }, { resource })
  const [last, setLast] = useState<KubernetesObject | undefined>(data)
  if (data !== undefined && data !== last) setLast(data)
  const isGone = data === undefined && last !== undefined && !isPending
  const object: KubernetesObject | undefined = data ?? last
  useActionKeys(kind, isGone ? undefined : object)
  return (
    <main className="object-page" aria-busy={isPending}>
      <ObjectHeader kind={kind} namespace={namespace} name={name} object={object} isGone={isGone} />
      {isGone && <GoneBanner kind={kind.kind} />}
      {object && !isGone && <DeletionBanner object={object} />}
      {object ? (
        <ObjectTabs kind={kind} object={object} search={search} onSearch={onSearch} />
      ) : (
        !isPending && <Missing {...{ kind, namespace, name, error }} />
      )}
    </main>
  )
}

interface MissingProps extends Pick<ObjectPageProps, 'kind' | 'namespace' | 'name'> {
  readonly error: Error | undefined
}

/** Says why there is nothing to show. */
function Missing({ kind, namespace, name, error }: MissingProps): ReactNode {
  if (error) {
    return (
      <ErrorState error={error} attempt={{ verb: 'get', resource: resourceName(kind), namespace, name }} />
    )
  }
  return (
    <div className="state">
      <h2>
        There is no {kind.kind} {name}
      </h2>
      <p>
        {namespace === undefined ? 'The cluster' : `Namespace ${namespace}`} has no such object. It appears
        here when it is created.
      </p>
    </div>
  )
}
