import { useConnection } from '@kube-informer/react'
import { useLoaderData, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { baseUrlFor } from '../connect/view-as.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Comparison } from './comparison.tsx'
import { Controls } from './controls.ts'
import { Counters } from './counters.tsx'
import { FaultButtons } from './fault-buttons.tsx'
import { SERVER_FAULTS, WORKER_FAULTS } from './fault-list.ts'
import './faults.css'
import { LoadSliders } from './load-sliders.tsx'
import { SteadinessStore } from './steadiness.ts'
import { useServerStatus } from './use-server-status.ts'

/** Faults of the fake apiserver, beside the numbers that they do not move. */
export function FaultPanel(): ReactNode {
  const { info } = useLoaderData({ from: '/c/$cluster' })
  const { as } = useSearch({ from: '/c/$cluster' })
  const [controls] = useState(() => (info.controls === undefined ? undefined : new Controls(info.controls)))
  if (controls === undefined)
    return (
      <EmptyState title="This server has no faults to offer">
        The fake apiserver can drop watches, answer slowly and restart. Choose it as the cluster.
      </EmptyState>
    )
  return <Panel controls={controls} baseUrl={baseUrlFor(info, as)} />
}

interface PanelProps {
  readonly controls: Controls
  readonly baseUrl: string
}

function Panel({ controls, baseUrl }: PanelProps): ReactNode {
  const connection = useConnection()
  const { panel } = useSearch({ from: '/c/$cluster' })
  const [store] = useState(() => new SteadinessStore(connection))
  const page = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const status = useServerStatus(controls)
  const active = status ? status.faults.rules.length + status.faults.strikes.length : 0
  return (
    <div className="fault-panel">
      {panel === 'compare' && <Comparison baseUrl={baseUrl} initial="informer" />}
      <Counters page={page} server={status} />
      <div className="fault-actions">
        <Button variant="quiet" onClick={store.reset}>
          Count from here
        </Button>
        <Button variant="quiet" disabled={active === 0} onClick={() => void controls.endAll()}>
          End all faults
        </Button>
      </div>
      <FaultButtons label="The apiserver and the network" faults={SERVER_FAULTS} controls={controls} />
      <FaultButtons label="The worker of the informers" faults={WORKER_FAULTS} controls={controls} />
      <LoadSliders controls={controls} status={status} onResize={store.expectAtLeast} />
      {panel !== 'compare' && <Comparison baseUrl={baseUrl} initial="off" />}
    </div>
  )
}
