import type { ReactNode } from 'react'
import type { ClusterInfo } from '../connect/clusters.ts'

interface PaletteProps {
  readonly info: ClusterInfo
  readonly onClose: () => void
  readonly onKeys: () => void
}

export function Palette(_: PaletteProps): ReactNode {
  return null
}
