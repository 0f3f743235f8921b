import { useByIndex, useConnection, useObject } from '@kube-informer/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Labels } from './labels.tsx'
import { Age } from './now.tsx'
import { statusOf, toneOf } from './pod.ts'
import { useToaster } from './toasts.tsx'
import { YamlView } from './yaml-view.tsx'

interface PodDetailsProps {
  readonly podKey: string
  readonly onClose: () => void
}

/** One Pod, with live updates. Its last state stays visible after its deletion. */
export function PodDetails({ podKey, onClose }: PodDetailsProps): ReactNode {
  const { data: current, status } = useObject(podKey)
  const [last, setLast] = useState(current)
  if (current !== undefined && current !== last) setLast(current)
  const pod = current ?? last
  const gone = current === undefined && status.data === 'complete'
  const [namespace = '', name = ''] = podKey.split('/')

  return (
    <aside
      className={gone ? 'details gone' : 'details'}
      aria-label={`Pod ${podKey}`}
      data-testid="pod-details"
    >
      <header>
        <div>
          <h2>{name}</h2>
          <p className="muted">
            {namespace}
            {pod && (
              <>
                {' · '}
                <span className={`status ${gone ? 'gone' : toneOf(statusOf(pod))}`}>
                  {gone ? 'Deleted' : statusOf(pod)}
                </span>
                {' · '}
                <Age since={pod.metadata?.creationTimestamp} />
              </>
            )}
          </p>
          <Neighbours node={pod?.spec?.nodeName} />
        </div>
        <DeleteButton namespace={namespace} name={name} disabled={gone || pod === undefined} />
        <button type="button" className="icon" onClick={onClose} aria-label="Close" title="Close (Esc)">
          ✕
        </button>
      </header>
      {gone && <p className="banner">This Pod no longer exists. This is its last known state.</p>}
      {pod && (
        <Labels namespace={namespace} name={name} labels={pod.metadata?.labels ?? {}} disabled={gone} />
      )}
      {pod ? <YamlView object={pod} /> : <p className="empty muted">Reading…</p>}
    </aside>
  )
}

/** An empty window: the query returns only the count. */
const COUNT_ONLY = { window: { offset: 0, limit: 0 } }

/** The number of Pods on the same node, from an index of the definition. */
function Neighbours({ node }: { readonly node: string | undefined }): ReactNode {
  const { total } = useByIndex('node', node, COUNT_ONLY)
  if (node === undefined) return null
  return (
    <p className="muted" data-testid="neighbours">
      {total} Pods on {node}
    </p>
  )
}

const CONFIRM_MS = 3_000

interface DeleteButtonProps {
  readonly namespace: string
  readonly name: string
  readonly disabled: boolean
}

/** Asks for confirmation in the button itself, without a dialog. */
function DeleteButton({ namespace, name, disabled }: DeleteButtonProps): ReactNode {
  const { client } = useConnection()
  const { tell, fail } = useToaster()
  const [armed, setArmed] = useState(false)

  useEffect(() => {
    if (!armed) return
    const timer = setTimeout(() => setArmed(false), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [armed])

  const onClick = (): void => {
    setArmed(!armed)
    if (!armed) return
    client.delete('pods', { namespace, name }).then(
      () => tell(`Deleted ${name}`),
      error => fail(`Could not delete ${name}`, error),
    )
  }
  return (
    <button
      type="button"
      className={armed ? 'danger armed' : 'danger'}
      disabled={disabled}
      onClick={onClick}
      data-testid={armed ? 'confirm-delete' : 'delete'}
    >
      {armed ? 'Really delete?' : 'Delete'}
    </button>
  )
}
