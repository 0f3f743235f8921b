import type { ReactNode } from 'react'

/** Before the connection to a cluster is open. */
export function PendingCluster(): ReactNode {
  return (
    <main className="splash" aria-busy="true">
      <h1>Connecting…</h1>
    </main>
  )
}
