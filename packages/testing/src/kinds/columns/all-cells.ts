import type { CellsByKind } from './cells.ts'
import { CLUSTER_CELLS } from './cluster-cells.ts'
import { CONFIG_CELLS } from './config-cells.ts'
import { NETWORK_CELLS } from './network-cells.ts'
import { POD_CELLS } from './pod-cells.ts'
import { VOLUME_CELLS } from './volume-cells.ts'
import { WORKLOAD_CELLS } from './workload-cells.ts'

/** The cells of all kinds that have some of their own. */
export const CELLS: CellsByKind = {
  ...POD_CELLS,
  ...WORKLOAD_CELLS,
  ...NETWORK_CELLS,
  ...CLUSTER_CELLS,
  ...CONFIG_CELLS,
  ...VOLUME_CELLS,
}
