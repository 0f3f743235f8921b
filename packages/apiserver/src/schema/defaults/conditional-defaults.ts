import type { Schema } from '../schema.ts'
import { CORE_DEFAULTS } from './core-defaults.ts'
import type { ConditionalDefaults } from './defaults-table.ts'
import { POD_DEFAULTS } from './pod-defaults.ts'
import { SERVICE_DEFAULTS } from './service-defaults.ts'
import { WORKLOAD_DEFAULTS } from './workload-defaults.ts'

const TABLE: ReadonlyMap<string, ConditionalDefaults> = new Map(
  [CORE_DEFAULTS, POD_DEFAULTS, SERVICE_DEFAULTS, WORKLOAD_DEFAULTS].flatMap(table => Object.entries(table)),
)

/** Defaults of a type that depend on its other members; undefined if it has none. */
export const conditionalDefaults = ({ typeName = '' }: Schema): ConditionalDefaults | undefined =>
  TABLE.get(typeName.replace(/^io\.k8s\.(api|apiextensions-apiserver\.pkg\.apis)\./, ''))
