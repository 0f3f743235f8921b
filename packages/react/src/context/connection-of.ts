import type { Connection } from '@kube-informer/worker'

/** The connection of a definition. */
export type ConnectionOf<TDefinitions> = TDefinitions extends Connection['definitions']
  ? Connection<TDefinitions>
  : never
