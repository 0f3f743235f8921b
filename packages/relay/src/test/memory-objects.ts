import { DatabaseSync } from 'node:sqlite'
import { createKubeClient } from '@kube-informer/core'
import { createFakeApiserver, FakeClock, pods } from '@kube-informer/testing'
import { vi } from 'vitest'
import type { AccessDecision } from '../api/access-attributes.ts'
import type { Identity } from '../api/identity.ts'
import {
  type DurableId,
  type DurableNamespace,
  type DurableWebSocket,
  type RelayContext,
  RelayObject,
  type RelayObjectOptions,
  type RelayRoutes,
  routeToRelay,
  type SleepOptions,
} from '../cloudflare/index.ts'
import { HeldSocket } from './held-socket.ts'

/** The server's side of a WebSocket of workerd. */
class PairedSocket extends HeldSocket {
  accept(): void {}

  addEventListener(): void {}

  /** The events that the reader has received, as `ADDED name`. */
  get events(): readonly string[] {
    return this.sent.map(text => {
      const { type, object } = JSON.parse(text) as {
        type: string
        object: { metadata?: { name?: string }; code?: number }
      }
      return `${type} ${object.metadata?.name ?? object.code ?? ''}`.trim()
    })
  }
}

/** Installs what workerd adds to the globals. Returns the sockets that are opened, in order. */
export function stubWorkerd(): readonly PairedSocket[] {
  const opened: PairedSocket[] = []
  const Plain = globalThis.Response
  vi.stubGlobal(
    'WebSocketPair',
    class {
      readonly 0 = {}
      readonly 1 = new PairedSocket()

      constructor() {
        opened.push(this[1])
      }
    },
  )
  vi.stubGlobal(
    'WebSocketRequestResponsePair',
    class {
      readonly texts: readonly string[]

      constructor(...texts: readonly string[]) {
        this.texts = texts
      }
    },
  )
  vi.stubGlobal(
    'Response',
    class extends Plain {
      constructor(body?: BodyInit | null, init?: ResponseInit) {
        // Node has no response with this status.
        super(body, init?.status === 101 ? { ...init, status: 200, statusText: 'Switching Protocols' } : init)
      }
    },
  )
  return opened
}

interface NamedId extends DurableId {
  readonly name: string
}

/** The state of an object, which outlives its instance. */
export class MemoryContext implements RelayContext {
  readonly id: NamedId
  readonly values = new Map<string, unknown>()
  readonly sockets: DurableWebSocket[] = []
  readonly answers: object[] = []
  alarmAt: number | null = null
  readonly storage: RelayContext['storage']

  constructor(id: NamedId) {
    this.id = id
    const database = new DatabaseSync(':memory:')
    this.storage = {
      sql: {
        exec: (statement, ...parameters) => ({
          toArray: () => database.prepare(statement).all(...parameters),
        }),
      },
      transactionSync: write => {
        database.exec('BEGIN')
        const result = write()
        database.exec('COMMIT')
        return result
      },
      getAlarm: async () => this.alarmAt,
      setAlarm: async at => {
        this.alarmAt = at
      },
      deleteAlarm: async () => {
        this.alarmAt = null
      },
      get: async key => this.values.get(key),
      put: async (key, value) => void this.values.set(key, value),
      delete: async key => this.values.delete(key),
    }
  }

  acceptWebSocket(socket: DurableWebSocket): void {
    this.sockets.push(socket)
  }

  getWebSockets(): readonly DurableWebSocket[] {
    return this.sockets
  }

  setWebSocketAutoResponse(pair: object): void {
    this.answers.push(pair)
  }
}

export interface MemoryObjectsOptions extends Partial<Omit<RelayObjectOptions, 'sleep'>> {
  readonly sleep?: SleepOptions
  readonly leaves?: number
}

/** The objects of a relay in this process, and a fake apiserver with three Pods, in virtual time. */
export class MemoryObjects implements DurableNamespace {
  readonly clock = new FakeClock()
  readonly server = createFakeApiserver({ clock: this.clock })
  readonly contexts = new Map<string, MemoryContext>()
  readonly instances = new Map<string, RelayObject<undefined>>()
  /** What requests reached which object. */
  readonly requests: string[] = []
  identity: Partial<Identity> = {}
  authorize: () => Promise<AccessDecision> = async () => ({ allowed: true })
  readonly #options: MemoryObjectsOptions
  readonly #routes: RelayRoutes

  constructor({ leaves = 1, ...options }: MemoryObjectsOptions = {}) {
    this.#options = options
    this.#routes = { objects: this, leaves }
    for (const name of ['a', 'b', 'c']) this.create(name)
  }

  get routes(): RelayRoutes {
    return this.#routes
  }

  create(name: string): void {
    this.server.create({ metadata: { name, namespace: 'default' } }, pods)
  }

  idFromName(name: string): NamedId {
    return { name, equals: other => (other as NamedId).name === name }
  }

  get(id: DurableId): { fetch(request: Request): Promise<Response> } {
    const { name } = id as NamedId
    return {
      fetch: request => {
        this.requests.push(`${name.trim()} ${new URL(request.url).pathname}`)
        return this.object(name).fetch(request)
      },
    }
  }

  /** The state of an object: `root v1/pods`, `leaf-0`. */
  context(name: string): MemoryContext {
    const known = this.contexts.get(name) ?? new MemoryContext(this.idFromName(name))
    this.contexts.set(name, known)
    return known
  }

  object(name: string): RelayObject<undefined> {
    const known = this.instances.get(name) ?? this.#start(name)
    this.instances.set(name, known)
    return known
  }

  /** Sends a request of a reader. */
  fetch(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    init: RequestInit = {},
  ): Promise<Response> {
    const request = new Request(`https://relay${path}`, {
      ...init,
      headers: { Authorization: 'Bearer alice', ...headers },
    })
    return routeToRelay(request, this.#routes)
  }

  /** Lets time pass, and all streams of the tree. */
  async advance(ms = 0): Promise<void> {
    await this.clock.advance(ms)
    for (let round = 0; round < 20; round++) {
      await new Promise(resolve => setImmediate(resolve))
      await this.clock.settle()
    }
  }

  #start(name: string): RelayObject<undefined> {
    const configure = (): RelayObjectOptions => this.#configured()
    return new (class extends RelayObject<undefined> {
      override configure(): RelayObjectOptions {
        return configure()
      }
    })(this.context(name), undefined)
  }

  #configured(): RelayObjectOptions {
    const { clock, server } = this
    return {
      ...{ objects: this, server: 'https://cluster.example', resources: [pods], clock, random: () => 0.5 },
      upstream: createKubeClient({ baseUrl: 'https://cluster.example', fetch: server.fetch, clock }),
      origins: ['https://app.example'],
      authenticate: async request => {
        const username = request.headers.get('Authorization')?.slice('Bearer '.length)
        return username ? { username, checkedUntil: clock.now() + 3_600_000, ...this.identity } : undefined
      },
      authorize: () => this.authorize(),
      ...this.#options,
    }
  }
}
