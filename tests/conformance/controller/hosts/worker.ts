// A Durable Object that an alarm wakes for a pass. Between two passes it can leave memory.
import { expireConfigMaps } from './expire-config-maps.ts'

interface ObjectContext {
  readonly storage: {
    setAlarm(atMs: number): Promise<void>
    getAlarm(): Promise<number | null>
  }
}

interface Env {
  readonly SERVER: string
  readonly EXPIRER: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

/** What runs if no ConfigMap expires, so that new ones are found. */
const PERIOD_MS = 60_000

export class Expirer {
  readonly #ctx: ObjectContext
  readonly #server: string

  constructor(ctx: ObjectContext, { SERVER: server }: Env) {
    this.#ctx = ctx
    this.#server = server
  }

  /** `/start` runs a pass soon. Answers with the time of the alarm. */
  async fetch(request: Request): Promise<Response> {
    const { storage } = this.#ctx
    if (new URL(request.url).pathname === '/start') await storage.setAlarm(Date.now())
    return Response.json({ alarm: await storage.getAlarm() })
  }

  /** A pass that fails runs again: workerd repeats an alarm that throws, with backoff. */
  async alarm(): Promise<void> {
    const next = Date.now() + PERIOD_MS
    const { nextDueAt = next } = await expireConfigMaps(this.#server)
    await this.#ctx.storage.setAlarm(Math.min(nextDueAt, next))
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch(request: Request, { EXPIRER }: Env): Promise<Response> {
    return EXPIRER.get(EXPIRER.idFromName('cluster')).fetch(request)
  },
}
