import { preferredResources } from '@kube-informer/core/discovery'
import { useDiscovery, useResourceTable } from '@kube-informer/react'
import { Failure } from './failure.tsx'

/** What `kubectl get` prints of a kind that is found at run time: the printer columns of its CustomResourceDefinition. */
export function CustomResources({ kind }: { readonly kind: string }) {
  const discovery = useDiscovery()
  const resource = preferredResources(discovery.data).find(each => each.kind === kind)
  const { data, columns, isPending, error } = useResourceTable(resource)
  if (discovery.isPending) return <p>Loading…</p>
  if (!resource) return <Failure error={discovery.error ?? new Error(`the server has no kind ${kind}`)} />
  if (isPending) return <p>Loading…</p>
  return (
    <>
      <Failure error={error} />
      <table>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(({ metadata, cells }) => (
            <tr key={metadata?.uid}>
              {cells.map((cell, index) => (
                <td key={columns[index]?.name}>{String(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
