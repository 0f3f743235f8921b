import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ClusterInfo, loadClusters } from '../connect/clusters.ts'
import { Menu, MenuChoices } from '../ui/menu.tsx'

/** The cluster that is shown, and the others of this site. */
export function ClusterPicker({ info }: { readonly info: ClusterInfo }): ReactNode {
  const navigate = useNavigate()
  const [clusters, setClusters] = useState<readonly ClusterInfo[]>([info])
  const onOpenChange = (open: boolean): void => {
    if (open) void loadClusters().then(loaded => setClusters(withShown(loaded, info)))
  }
  const trigger = (
    <button type="button" className="button quiet picker cluster" aria-label={`Cluster: ${info.name}`}>
      <span className={`cluster-dot ${info.kind}`} aria-hidden />
      <span className="picker-text">{info.name}</span>
      <ChevronsUpDown size={13} aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger} onOpenChange={onOpenChange}>
      <MenuChoices
        label="Cluster"
        value={info.id}
        onValue={cluster => void navigate({ to: '/c/$cluster', params: { cluster }, search: withoutUser })}
        choices={clusters.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Menu>
  )
}

/** Another cluster has other users. */
const withoutUser = { as: undefined }

const withShown = (clusters: readonly ClusterInfo[], shown: ClusterInfo): readonly ClusterInfo[] =>
  clusters.some(({ id }) => id === shown.id) ? clusters : [shown, ...clusters]
