import { useConnectionStatus, useIndexValues } from '@kube-informer/react'
import { memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { NamespacePicker } from './namespace-picker.tsx'
import { type Parameters, rememberNamespace } from './parameters.ts'
import { PodDetails } from './pod-details.tsx'
import { PodTable } from './pod-table.tsx'
import { Progress } from './progress.tsx'
import { SignedOut } from './sign-out.tsx'
import { StatusLine } from './status-line.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import type { VitalsStore } from './vitals.ts'

/*
 * The data-testid attributes that tests may use:
 *   status-link (with data-link), status-data, status-objects, status-rv, status-events, status-restarts, fps
 *   progress         during a list; aria-valuenow, aria-valuemax
 *   namespace-picker its options are role=option with data-namespace ("" for all)
 *   search, theme, sort-<column>
 *   pod-table        role=table with aria-rowcount (rows + 1 for the head); aria-busy while a query is pending
 *   pod-row          role=row with aria-rowindex (2 is the first) and data-key "namespace/name"; its cells are role=cell
 *   host (with data-host, data-role, data-state, data-restarts), storage (with data-storage)
 *   sign-out, then signed-out with sign-in-again
 *   pod-details, yaml, label, add-label, delete, confirm-delete (the same button after a click), toast, error
 */

interface AppProps {
  readonly parameters: Parameters
  readonly vitals: VitalsStore
}

export function App(props: AppProps): ReactNode {
  const { state } = useConnectionStatus()
  return state === 'signedOut' ? <SignedOut /> : <Dashboard {...props} />
}

/** Memoized, since the storage size in the connection status changes every second. */
const Dashboard = memo(function Dashboard({ parameters, vitals }: AppProps): ReactNode {
  const [namespace, setNamespace] = useState(parameters.namespace)
  const [text, setText] = useState('')
  const [openKey, setOpenKey] = useState<string>()
  const deferredText = useDeferredValue(text.trim())
  const namespaces = useIndexValues('namespace', { includeEmpty: true })
  const search = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLDivElement>(null)

  const select = (next: string | undefined): void => {
    setNamespace(next)
    rememberNamespace(next)
  }
  const close = (): void => {
    setOpenKey(undefined)
    scroller.current?.focus()
  }

  useEffect(() => scroller.current?.focus(), [])
  useShortcuts({ search, onClose: close, onLeaveSearch: () => scroller.current?.focus() })

  return (
    <div className={openKey === undefined ? 'app' : 'app with-details'}>
      <TopBar search={search} text={text} onText={setText} parameters={parameters} />
      <Progress
        progress={namespaces.error ? undefined : namespaces.progress}
        first={namespaces.status.data === 'none'}
      />
      <NamespacePicker
        namespaces={namespaces.data}
        total={namespaces.total}
        selected={namespace}
        onSelect={select}
      />
      <main>
        <PodTable
          namespace={namespace}
          text={deferredText}
          openKey={openKey}
          onOpen={setOpenKey}
          scroller={scroller}
        />
      </main>
      {openKey !== undefined && <PodDetails key={openKey} podKey={openKey} onClose={close} />}
      <StatusLine vitals={vitals} />
    </div>
  )
})
