import { type KubernetesObject, StatusError, UsageError } from '@kube-informer/core'
import { type Churn, createChurn } from '../churn/churn.ts'
import type { FakeApiserver } from '../fake-apiserver.ts'
import type { FaultAction, FaultMatch, FaultRule } from '../faults/fault-rules.ts'
import { statusResponse, valueResponse } from '../rest/respond.ts'

/** Where the controls are. */
const PREFIX = '/_fake/'

/** Answers requests under `/_fake/`; undefined for all others. */
export type ControlHandler = (request: Request) => Promise<Response | undefined>

/** Options of {@link controlHandler}. */
export interface ControlHandlerOptions {
  /** The churn to control; without one, it is made at the first `POST /_fake/churn`. */
  readonly churn?: Churn | undefined
}

/** A fault as JSON: the pattern of a path is a text. */
interface WireFault extends Omit<FaultRule, 'match'> {
  readonly match?: Omit<FaultMatch, 'path'> & { readonly path?: string; readonly pathPattern?: string }
  readonly action: FaultAction
}

type Command = (body: unknown, url: URL) => unknown

/**
 * A server's controls over HTTP, for tests that run in another process. Everything answers in JSON.
 *
 * - `GET rv`, `GET requests?kind=list&resource=pods`, `GET status`
 * - `POST compact {rv?}`, `POST relist`, `POST drop-watches`
 * - `POST faults {match?, times?, probability?, action}` (`match.pathPattern` is a RegExp), `DELETE faults`
 * - `POST churn {perSecond}` (0 stops it)
 * - `POST objects {...}` creates, `PUT objects` updates, `DELETE objects` deletes, unconditionally
 */
export function controlHandler(server: FakeApiserver, options: ControlHandlerOptions = {}): ControlHandler {
  const commands = commandsOf(server, options.churn)
  return async request => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(PREFIX)) return undefined
    const command = commands[`${request.method} ${url.pathname.slice(PREFIX.length)}`]
    if (!command)
      return valueResponse({ error: `no such control, of: ${Object.keys(commands).join(', ')}` }, 404)
    return run(command, request, url)
  }
}

async function run(command: Command, request: Request, url: URL): Promise<Response> {
  try {
    const text = await request.text()
    return valueResponse(command(text ? JSON.parse(text) : {}, url) ?? {})
  } catch (error) {
    if (error instanceof StatusError) return statusResponse(error)
    return valueResponse({ error: error instanceof Error ? error.message : String(error) }, 400)
  }
}

function commandsOf(server: FakeApiserver, given: Churn | undefined): Readonly<Record<string, Command>> {
  let churn = given
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
    'GET status': () => ({
      rv: server.rv,
      openWatches: server.openWatches,
      churn: churn?.isRunning ? churn.perSecond : 0,
      requests: server.requests.length,
    }),
    'GET requests': (_body, url) => requestsOf(server, url.searchParams),
    'POST compact': body => server.compact((body as { rv?: string }).rv),
    'POST relist': () => server.relist(),
    'POST drop-watches': () => server.dropWatches(),
    'POST faults': body => {
      server.faults.add(ruleOf(body as WireFault))
    },
    'DELETE faults': () => server.faults.clear(),
    'POST churn': body => setChurn((body as { perSecond?: unknown }).perSecond),
    'POST objects': body => server.create(body as KubernetesObject),
    'PUT objects': body => server.update(body as KubernetesObject),
    'DELETE objects': body => server.delete(body as KubernetesObject),
  }
}

/** The log, narrowed by any of `kind`, `resource`, `method`. */
function requestsOf(server: FakeApiserver, query: URLSearchParams): unknown {
  const wanted = [...query]
  return server.requests.filter(request =>
    wanted.every(([name, value]) => (request as unknown as Record<string, unknown>)[name] === value),
  )
}

function ruleOf({ match = {}, ...rule }: WireFault): FaultRule {
  if (typeof rule.action?.type !== 'string') throw new UsageError('a fault needs an action with a type')
  const { pathPattern, ...others } = match
  return { ...rule, match: pathPattern === undefined ? others : { ...others, path: new RegExp(pathPattern) } }
}
