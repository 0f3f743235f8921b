import { useConnectionStatus } from '@kube-informer/react'
import type { ConnectionStatus } from '@kube-informer/worker'
import type { ReactNode } from 'react'
import { formatBytes } from '../ui/format-bytes.ts'
import { Fact } from './fact.tsx'

/** Where the informers run, and how much they persist. */
export function HostFacts(): ReactNode {
  const { host, role, state, reason, error, restarts, storage } = useConnectionStatus()
  return (
    <>
      <span className={`host ${state}`} title={error ?? reason}>
        <Fact
          label="host"
          testId="host"
          value={describeHost(host, role, state)}
          data={{ 'data-host': host, 'data-role': role, 'data-state': state, 'data-restarts': restarts }}
        />
      </span>
      <span title={storage.reason}>
        <Fact
          label="disk"
          testId="storage"
          value={describeStorage(storage)}
          data={{ 'data-storage': storage.state }}
        />
      </span>
    </>
  )
}

const HOSTS = { dedicated: 'own worker', shared: 'shared worker', leader: 'leader tab', inline: 'this page' }

function describeHost(
  host: ConnectionStatus['host'],
  role: ConnectionStatus['role'],
  state: ConnectionStatus['state'],
): string {
  const name = role === 'leader' ? 'this tab leads' : role === 'follower' ? 'another tab leads' : HOSTS[host]
  return state === 'connecting' ? `${name}…` : name
}

function describeStorage({ state, usedBytes }: ConnectionStatus['storage']): string {
  if (state !== 'on') return state
  return usedBytes === undefined ? 'on' : formatBytes(usedBytes)
}
