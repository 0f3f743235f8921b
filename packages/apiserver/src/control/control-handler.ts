import { type KubernetesObject, StatusError, UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { type Churn, createChurn } from '../churn/churn.ts'
import { readBytes } from '../http/read-bytes.ts'
import { statusResponse, valueResponse } from '../http/respond.ts'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import type { PodResizer } from '../workloads/pod-resizer.ts'
import { ActiveFaults } from './active-faults.ts'
import { statusOf } from './server-status.ts'
import { faultOf, randomScriptOf, ruleOf, scriptOf } from './wire-fault.ts'

/** The path of the controls. */
const PREFIX = '/_fake/'
const MAX_BYTES = 8 * 1024 * 1024

/** Answers requests under `/_fake/`; undefined for all others. */
export type ControlHandler = (request: Request) => Promise<Response | undefined>

/** What the control API controls besides the server. */
export interface ControlHandlerOptions {
  /** The churn to control. @default created by the first `POST /_fake/churn` */
  readonly churn?: Churn | undefined
  /** Changes the number of generated Pods for `POST /_fake/pods`. @default there is no such control */
  readonly pods?: PodResizer | undefined
}

type Command = (body: unknown, url: URL) => unknown

/**
 * A server's controls over HTTP, for tests that run in another process. Everything answers in JSON.
 *
 * - `GET rv`, `GET requests?kind=list&resource=pods` (the latest 10,000 to 20,000 requests)
 * - `GET status`: a {@link ServerStatus} with the active faults, and the requests of the last seconds by kind and status code
 * - `POST compact {rv?, keepsWatchHistory?}`, `POST relist`, `POST drop-watches`, `POST restart`
 * - `POST faults {match?, times?, probability?, action}` (`match.pathPattern` is a glob such as `*pods`), `DELETE faults`
 * - `POST strike {type, ...}` any `ServerFault`, for its `forMs` or until `DELETE strike`, which ends them all
 * - `POST script {steps}`, or `{seed, durationMs, everyMs?, resource?}` for a random one; `DELETE script` stops it
 * - `DELETE all` ends rules, strikes and the script
 * - `POST churn {perSecond}` (0 stops it)
 * - `POST pods {count}` creates or deletes generated Pods in slices; a further one replaces it
 * - `POST objects {...}` creates, `PUT objects` updates, `DELETE objects` deletes, unconditionally
 */
export function controlHandler(server: FakeApiserver, options: ControlHandlerOptions = {}): ControlHandler {
  const commands = commandsOf(server, options)
  return async request => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(PREFIX)) return undefined
    const command = commands[`${request.method} ${url.pathname.slice(PREFIX.length)}`]
    if (!command)
      return valueResponse({ error: `unknown control; available: ${Object.keys(commands).join(', ')}` }, 404)
    return run(command, request, url)
  }
}

async function run(command: Command, request: Request, url: URL): Promise<Response> {
  try {
    const text = await readText(request)
    return valueResponse(command(text ? JSON.parse(text) : {}, url) ?? {})
  } catch (error) {
    if (error instanceof StatusError) return statusResponse(error)
    return valueResponse({ error: errorMessage(error) }, 400)
  }
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, MAX_BYTES)
  if (!bytes) throw new UsageError(`a body has at most ${MAX_BYTES} bytes`)
  return new TextDecoder().decode(bytes)
}

function commandsOf(
  server: FakeApiserver,
  { churn: given, pods }: ControlHandlerOptions,
): Readonly<Record<string, Command>> {
  let churn = given
  const faults = new ActiveFaults(server)
  const setChurn = (perSecond: unknown) => {
    if (typeof perSecond !== 'number') throw new UsageError('perSecond must be a number')
    churn ??= createChurn(server, { perSecond })
    churn.setRate(perSecond)
    if (perSecond > 0) churn.start()
    else churn.stop()
    return { perSecond }
  }
  return {
    'GET rv': () => ({ rv: server.rv }),
    'GET status': () => statusOf(server, { churn, pods, strikes: faults.strikes, script: faults.isPlaying }),
    'GET requests': (_body, url) => requestsOf(server, url.searchParams),
    'POST compact': body => {
      const { rv, keepsWatchHistory = false } = body as { rv?: string; keepsWatchHistory?: boolean }
      server.compact(rv, { keepsWatchHistory })
    },
    'POST relist': () => server.relist(),
    'POST drop-watches': () => server.dropWatches(),
    'POST restart': () => server.restart(),
    'POST faults': body => {
      server.faults.add(ruleOf(body))
    },
    'DELETE faults': () => server.faults.clear(),
    'POST strike': body => faults.strike(faultOf(body)),
    'DELETE strike': () => faults.endStrikes(),
    'POST script': body => {
      const { steps } = body as { steps?: unknown }
      const script = steps === undefined ? randomScriptOf(body) : scriptOf(steps)
      faults.play(script)
      return { steps: script }
    },
    'DELETE script': () => faults.endScript(),
    'DELETE all': () => {
      server.faults.clear()
      faults.endStrikes()
      faults.endScript()
    },
    'POST churn': body => setChurn((body as { perSecond?: unknown }).perSecond),
    ...(pods
      ? {
          'POST pods': (body: unknown) => {
            const { count } = body as { count?: unknown }
            if (typeof count !== 'number') throw new UsageError('count must be a number')
            pods.resize(count)
            return { count: pods.count, target: pods.target }
          },
        }
      : {}),
    'POST objects': body => server.create(body as KubernetesObject),
    'PUT objects': body => server.update(body as KubernetesObject),
    'DELETE objects': body => server.delete(body as KubernetesObject),
  }
}

/** The request log, filtered by `kind`, `resource` and `method`. */
function requestsOf(server: FakeApiserver, query: URLSearchParams): unknown {
  const wanted = [...query]
  return server.requests.filter(request =>
    wanted.every(([name, value]) => (request as unknown as Record<string, unknown>)[name] === value),
  )
}
