import { serveDedicated } from '../host/listeners/dedicated-listener.ts'
import { serveFollowers } from '../host/listeners/leader-listener.ts'
import { holdLivenessLock } from '../host/listeners/liveness-lock.ts'
import type { WorkerScope } from '../host/listeners/scope-channel.ts'
import type { HostChannel } from '../wire/channel.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import type { LeadMessage } from '../wire/leadership.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { Agent, type Origin } from './agent.ts'

/** A fake Worker, and its state for a test. */
export interface FakeWorker {
  readonly worker: Worker
  readonly agent: Agent
  /** Its first message, if its page leads. */
  readonly lead: LeadMessage | undefined
  /** The number of pages that it serves. */
  readonly sessions: number
  /** Makes it unresponsive: it receives messages and never responds. */
  hang(): void
}

/** How a worker starts. `mute` never responds. */
export type WorkerFate = 'serves' | 'broken' | 'mute'

/** A worker of a page, with the listeners of a real host. Its sessions only send welcome, and answer pings. */
export function fakeWorker(
  origin: Origin,
  page: Agent,
  name: string,
  fate: WorkerFate = 'serves',
): FakeWorker {
  const agent = new Agent(origin, name)
  const events = { onmessage: null, onerror: null, onmessageerror: null } as Record<
    'onmessage' | 'onerror' | 'onmessageerror',
    ((event: unknown) => void) | null
  >
  let lead: LeadMessage | undefined
  let sessions = 0
  let hanging = fate === 'mute'
  const soon = (to: Agent, task: () => void) => queueMicrotask(() => to.run(task))
  const scope: WorkerScope = {
    onmessage: null,
    onmessageerror: null,
    postMessage: data => soon(page, () => agent.state !== 'dead' && events.onmessage?.({ data })),
    close: () => agent.die(),
  }
  const attach = (channel: HostChannel, lock: string) => {
    sessions++
    channel.listen({
      onFailure: () => {},
      onMessage(message) {
        if (hanging) return
        if (message.type === 'hello')
          channel.post({ type: 'welcome', version: PROTOCOL_VERSION, probe: CLONE_PROBE, lock })
        else if (message.type === 'ping') channel.post({ type: 'pong' })
        else if (message.type === 'goodbye') {
          sessions--
          channel.close()
        }
      },
    })
  }
  const serve = () => {
    const liveness = holdLivenessLock(agent.locks, `host ${name}`)
    const admit = (channel: HostChannel) => attach(liveness.guard(channel), `host ${name}`)
    const onLead = (message: LeadMessage) => {
      lead = message
      if (!hanging)
        serveFollowers({
          lead: message,
          clock: agent.clock,
          attach: admit,
          // An unresponsive worker never handles a message.
          openBroadcast: channel => {
            const broadcast = agent.broadcasts.open(channel)
            return {
              postMessage: data => broadcast.postMessage(data),
              close: () => broadcast.close(),
              addEventListener: (type, listener) =>
                broadcast.addEventListener(type, event => hanging || listener(event)),
            }
          },
        })
    }
    serveDedicated({ scope, attach: admit, onLead })
  }
  if (fate === 'broken') soon(page, () => events.onerror?.({ message: 'it is broken' }))
  else serve()
  const worker = Object.assign(events, {
    postMessage: (data: unknown) =>
      soon(agent, () => scope.onmessage?.(new MessageEvent('message', { data: structuredClone(data) }))),
    terminate: () => agent.die(),
  })
  return {
    worker: worker as unknown as Worker,
    agent,
    get lead() {
      return lead
    },
    get sessions() {
      return sessions
    },
    hang() {
      hanging = true
    },
  }
}
