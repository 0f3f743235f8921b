import { Controllers } from '../controllers/controllers.ts'
import { directObjects } from './direct-objects.ts'
import type { FakeApiserver, FakeApiserverOptions } from './fake-apiserver-api.ts'
import { loadObjects } from './load-objects.ts'
import { serverControls } from './server-controls.ts'
import { createParts } from './server-parts.ts'

export type {
  FakeApiserver,
  FakeApiserverOptions,
  Faults,
  ServerFeatures,
} from './fake-apiserver-api.ts'

/**
 * A Kubernetes apiserver in memory: lists with paging and snapshots, watches with history and bookmarks, writes,
 * faults.
 *
 * @example
 * const clock = new FakeClock()
 * const server = createFakeApiserver({ clock, objects: generatePods({ count: 1000, seed: 1 }) })
 * const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
 */
export function createFakeApiserver(options: FakeApiserverOptions = {}): FakeApiserver {
  const parts = createParts(options)
  const { kinds, storage, writes, rest, watches, faults, log, busy, clock, random } = parts
  loadObjects(options.objects ?? [], parts)
  new Controllers(options.controllers ?? {}, { storage, kinds, writes, clock, random })
  return {
    fetch: (input, init) => {
      const request = toRequest(input, init)
      return rest.handle(request, init?.signal ?? request.signal)
    },
    ...directObjects(parts),
    ...serverControls(parts),
    faults,
    get requests() {
      return log.requests
    },
    get rv() {
      return String(storage.current)
    },
    get openWatches() {
      return watches.size
    },
    get resources() {
      return kinds.all.map(({ resource }) => resource)
    },
    features: options.features ?? {},
    clock,
    random,
    idle: () => busy.idle(),
  }
}

/** The base of relative URLs. */
const NOWHERE = 'http://fake-apiserver.invalid'

function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (input instanceof Request) return init ? new Request(input, init) : input
  return new Request(new URL(input, NOWHERE), init)
}
