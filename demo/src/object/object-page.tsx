import { useObject } from '@kube-informer/react'
import type { ReactNode } from 'react'
import { definedName, type Kind } from '../kinds/kind.ts'
import type { OnSearch } from '../navigation/change.ts'
import type { ObjectSearch } from '../navigation/search.ts'

interface ObjectPageProps {
  readonly kind: Kind
  readonly namespace: string | undefined
  readonly name: string
  readonly search: ObjectSearch
  readonly onSearch: OnSearch<ObjectSearch>
}

/** One object. */
export function ObjectPage({ kind, namespace, name }: ObjectPageProps): ReactNode {
  const { data } = useObject({ namespace, name }, { resource: definedName(kind) ?? kind })
  return (
    <main>
      <h1>{name}</h1>
      <pre>{JSON.stringify(data, null, 2)}</pre>
    </main>
  )
}
