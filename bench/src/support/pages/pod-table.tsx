import type { Pod } from '@kube-informer/testing'

/** A table of Pods, like in a dashboard. */
export function PodTable({ rows }: { readonly rows: readonly Pod[] }) {
  return (
    <table>
      <tbody>
        {rows.map(({ metadata, spec, status }) => (
          <tr key={metadata.uid}>
            <td>{metadata.namespace}</td>
            <td>{metadata.name}</td>
            <td>{spec?.nodeName}</td>
            <td>{status?.phase}</td>
            <td>{metadata.resourceVersion}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
