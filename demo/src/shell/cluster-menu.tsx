import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type ClusterInfo, loadClusters } from '../connect/clusters.ts'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import { ClusterButton, type ClusterPickerProps } from './cluster-button.tsx'

/** The button with the clusters of this site. */
export function ClusterMenu({ info }: ClusterPickerProps): ReactNode {
  const navigate = useNavigate()
  const [clusters, setClusters] = useState<readonly ClusterInfo[]>([info])
  const onOpenChange = (open: boolean): void => {
    if (open) void loadClusters().then(loaded => setClusters(withShown(loaded, info)))
  }
  return (
    <Menu trigger={<ClusterButton info={info} />} onOpenChange={onOpenChange}>
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
