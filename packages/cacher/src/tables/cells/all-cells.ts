import type { TableColumn } from '@kube-informer/core/columns'
import type { CellsByKind } from './cells.ts'
import { CLUSTER_CELLS } from './cluster-cells.ts'
import { CONFIG_CELLS } from './config-cells.ts'
import { NETWORK_CELLS } from './network-cells.ts'
import { POD_CELLS, podConditions } from './pod-cells.ts'
import { POLICY_CELLS } from './policy-cells.ts'
import { VOLUME_CELLS } from './volume-cells.ts'
import { WORKLOAD_CELLS } from './workload-cells.ts'

/** The cells of all kinds with columns of their own. */
export const CELLS: CellsByKind = {
  ...POD_CELLS,
  ...WORKLOAD_CELLS,
  ...NETWORK_CELLS,
  ...CLUSTER_CELLS,
  ...CONFIG_CELLS,
  ...VOLUME_CELLS,
  ...POLICY_CELLS,
}

/** The row conditions of a kind. */
export const ROW_CONDITIONS: Readonly<Record<string, NonNullable<TableColumn['rowConditions']>>> = {
  '/Pod': podConditions,
}
