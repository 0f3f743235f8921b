import type { Pod } from '@kube-informer/testing'

/** Pods as a dashboard shows them. */
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
