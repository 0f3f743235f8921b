import { createHash } from 'node:crypto'
import type { Answer, FilledRequest, Server } from './answer.ts'
import { isObject, type Json, type JsonObject, textAt, withoutValue, withValue } from './json.ts'
import type { Body, Step } from './step.ts'

/** The last known state of one object on one server. */
interface Shown {
  readonly uid: string
  readonly resourceVersions: string[]
  object: JsonObject
}

/** A well-formed uid of no object. */
const NO_UID = '00000000-0000-4000-8000-000000000000'

/** One sequence on one server. It fills placeholders in requests with values from this server's responses. */
export class Session {
  readonly #server: Server
  readonly #objects = new Map<string, Shown>()
  readonly #numbers = new Map<string, number>()
  readonly #picked = new Map<string, string>()
  #listVersion = '1'
  #newestResourceVersion = '1'
  #continue = ''
  #initialResourceVersion = '1'
  readonly namespace: string

  constructor(server: Server, namespace: string) {
    this.#server = server
    this.namespace = namespace
  }

  /** Creates the namespace, and records the resourceVersion to watch from. */
  async open(): Promise<void> {
    const body = JSON.stringify({ metadata: { name: this.namespace } })
    const headers = { 'content-type': 'application/json' }
    const path = '/api/v1/namespaces'
    const { status, body: made } = await this.#server.send({ method: 'POST', path, headers, body })
    if (status !== 201)
      throw new Error(`${this.#server.name}: no namespace: ${status} ${JSON.stringify(made)}`)
    this.#initialResourceVersion = textAt(made, 'metadata', 'resourceVersion') ?? '1'
    this.#newestResourceVersion = this.#initialResourceVersion
  }

  async send(step: Step): Promise<Answer> {
    const answer = await this.#server.send(this.fill(step))
    this.#learn(step, answer.body)
    return answer
  }

  /** Returns the request for this server. */
  fill({ method, path, query = [], headers = {}, body }: Step): FilledRequest {
    const pairs = query.map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(this.#fillText(value))}`,
    )
    return {
      method,
      path: this.#fillText(path) + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
      headers: { 'user-agent': 'differential/1', ...headers },
      body: body && this.#fillText(this.#textOf(body)),
    }
  }

  /** The number of a uid or resourceVersion of this server, in order of appearance. */
  numberOf(value: string): number | undefined {
    return this.#numbers.get(value)
  }

  /** Names and addresses that this server generated, with their placeholders. */
  get picked(): ReadonlyMap<string, string> {
    return this.#picked
  }

  #textOf(body: Body): string {
    if ('text' in body) return body.text
    if ('json' in body) return JSON.stringify(body.json)
    const shown = this.#objects.get(body.stored)?.object ?? body.otherwise
    const edited = body.edits.reduce<Json>(
      (object, { path, value }) =>
        value === undefined ? withoutValue(object, path) : withValue(object, path, value),
      shown,
    )
    return JSON.stringify(edited)
  }

  #fillText(text: string): string {
    return text
      .replaceAll(/<<([a-z-]+)(?: ([^>]*))?>>/g, (_, name: string, path = '') => this.#known(name, path))
      .replaceAll('{{ns}}', this.namespace)
  }

  #known(name: string, path: string): string {
    const shown = this.#objects.get(path)
    switch (name) {
      case 'rv':
        return shown?.resourceVersions.at(-1) ?? '1'
      case 'first-rv':
        return shown?.resourceVersions[0] ?? '1'
      case 'uid':
        return shown?.uid ?? NO_UID
      case 'start-rv':
        return this.#initialResourceVersion
      case 'newest-rv':
        return this.#newestResourceVersion
      case 'list-rv':
        return this.#listVersion
      case 'continue':
        return this.#continue
      default:
        throw new Error(`unknown placeholder <<${name}>>`)
    }
  }

  #learn({ path, body: sent, query = [] }: Step, body: Json): void {
    this.#learnRefusedName(sent, body)
    this.#learnMadeName(body)
    // The object of a dry run is not stored.
    if (query.some(([name]) => name === 'dryRun')) return
    if (!isObject(body) || body.kind === 'PartialObjectMetadata') return
    if (Array.isArray(body.items)) this.#learnList(path, body)
    else if (isObject(body.metadata) && typeof body.metadata.uid === 'string') this.#learnObject(path, body)
  }

  /** Records the generated name in a rejection: the server generates the name before it validates it. */
  #learnRefusedName(sent: Body | undefined, body: Json): void {
    if (!sent || !('json' in sent)) return
    const prefix = this.#fillText(textAt(sent.json, 'metadata', 'generateName') ?? '')
    const name = textAt(body, 'details', 'name') ?? ''
    if (isMadeFrom(prefix, name)) this.#nameGenerated(name, prefix)
  }

  #learnList(path: string, list: JsonObject): void {
    this.#listVersion = textAt(list, 'metadata', 'resourceVersion') ?? this.#listVersion
    this.#continue = textAt(list, 'metadata', 'continue') || this.#continue
    for (const item of Array.isArray(list.items) ? list.items : []) {
      if (isObject(item)) this.#learnObject(path, item)
    }
  }

  #learnObject(path: string, object: JsonObject): void {
    this.#learnMadeName(object)
    const name = textAt(object, 'metadata', 'name')
    const [uid, version] = [textAt(object, 'metadata', 'uid'), textAt(object, 'metadata', 'resourceVersion')]
    if (name === undefined || uid === undefined) return
    // An object that is not stored, as in a dry run, has no resourceVersion, and its uid does not occur again.
    if (!version) return
    this.#count(uid)
    this.#count(version)
    const address = textAt(object, 'spec', 'clusterIP') ?? ''
    if (/^[\d.]{7,}$/.test(address)) this.#picked.set(address, '<address>')
    if (Number(version) > Number(this.#newestResourceVersion)) this.#newestResourceVersion = version
    const key = itemPath(path, this.#unfilled(name))
    const known = this.#objects.get(key)
    const shown = known?.uid === uid ? known : { uid, resourceVersions: [], object }
    // A Scale represents another object, and a dry run returns the resourceVersion of the stored object.
    if (shown.resourceVersions.at(-1) === version || object.kind === 'Scale') return
    shown.resourceVersions.push(version)
    shown.object = object
    this.#objects.set(key, shown)
  }

  #learnMadeName(object: Json): void {
    const name = textAt(object, 'metadata', 'name') ?? ''
    const prefix = textAt(object, 'metadata', 'generateName')
    if (isMadeFrom(prefix, name)) this.#nameGenerated(name, prefix)
  }

  #unfilled(name: string): string {
    return name.startsWith(this.namespace) ? `{{ns}}${name.slice(this.namespace.length)}` : name
  }

  #count(value: string): void {
    if (!this.#numbers.has(value)) this.#numbers.set(value, this.#numbers.size + 1)
  }

  #nameGenerated(name: string, prefix = ''): void {
    if (!this.#picked.has(name)) this.#picked.set(name, `${prefix}<made>`)
  }
}

/** A generated name is its prefix, cut to 58 characters, and five more. */
function isMadeFrom(prefix: string | undefined, name: string): boolean {
  if (!prefix) return false
  const start = prefix.slice(0, 58)
  return name.length === start.length + 5 && name.startsWith(start)
}

/** The path of an object, given the path of the request that returned it: that of its collection or its own. */
function itemPath(path: string, name: string): string {
  const item = path.replace(/\/(status|scale|finalize)$/, '')
  const [whole, collection] =
    /^((?:\/api\/v1|\/apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/[a-z]+)(\/.*)?$/.exec(item) ?? []
  return whole === undefined || collection === undefined ? path : `${collection}/${name}`
}

/** The namespace of a sequence: the same on both servers, different for each attempt. */
export function namespaceFor(run: string, seed: number, index: number, attempt: number): string {
  const digest = createHash('sha256').update(`${run}/${attempt}`).digest('hex')
  return `d${seed}-${index}-${digest.slice(0, 6)}`
}
