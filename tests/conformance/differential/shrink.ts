import { randomBytes } from 'node:crypto'
import { cleanUp } from './clean-up.ts'
import { type Finding, signatureOf } from './finding.ts'
import { isObject, type Json, type Path, withoutValue } from './json.ts'
import { knownAs } from './known.ts'
import { Pair, type Servers } from './pair.ts'
import { namespaceFor } from './session.ts'
import type { Step } from './step.ts'

/** A minimal reproduction of a finding. */
export interface Shrunk {
  /** Fewer steps, with smaller bodies; undefined if the difference was not reproduced. */
  readonly steps: readonly Step[] | undefined
  /** The requests of the last attempt, for the report. */
  readonly requests: readonly string[]
}

/** The maximum number of attempts per finding; each is a namespace and a few requests. */
const TRIES = 50
/** The maximum duration per finding. */
const LONGEST_MS = 20_000

/** Removes steps and parts of their bodies as long as the last step has the same difference. */
export async function shrink(finding: Finding, servers: Servers): Promise<Shrunk> {
  const shrinking = new Shrinking(finding, servers)
  if (!(await shrinking.shows(finding.steps))) return { steps: undefined, requests: [] }
  const few = await shrinking.withFewerSteps(finding.steps)
  const steps = await shrinking.withSmallerBodies(few)
  await shrinking.shows(steps)
  return { steps, requests: shrinking.requests }
}

class Shrinking {
  readonly #signature: string
  readonly #servers: Servers
  readonly #nonce = randomBytes(6).toString('hex')
  readonly #finding: Finding
  readonly #started = performance.now()
  #tries = 0
  requests: readonly string[] = []

  constructor(finding: Finding, servers: Servers) {
    this.#signature = signatureOf(finding)
    this.#servers = servers
    this.#finding = finding
  }

  /** Whether the last of the steps has the difference. */
  async shows(steps: readonly Step[]): Promise<boolean> {
    const namespace = namespaceFor(this.#nonce, this.#finding.sequence.seed, 0, ++this.#tries)
    const pair = new Pair(this.#servers, namespace)
    await pair.open()
    try {
      return await this.#showsIn(pair, steps)
    } finally {
      await cleanUp(this.#servers.real, this.#finding.sequence, namespace)
    }
  }

  async #showsIn(pair: Pair, steps: readonly Step[]): Promise<boolean> {
    const requests: string[] = []
    for (const [place, step] of steps.entries()) {
      requests.push(pair.describe(step))
      const differences = (await pair.compare(step)).filter(difference => !knownAs(difference))
      if (place < steps.length - 1) continue
      const isShown = differences.length > 0 && signatureOf({ differences }) === this.#signature
      if (isShown) this.requests = requests
      return isShown
    }
    return false
  }

  async withFewerSteps(steps: readonly Step[]): Promise<readonly Step[]> {
    let kept = steps
    for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let start = kept.length - 1 - size; start > -size; start -= size) {
        const first = Math.max(0, start)
        kept = await this.#smaller(kept, [...kept.slice(0, first), ...kept.slice(start + size)])
      }
    }
    return kept
  }

  async withSmallerBodies(steps: readonly Step[]): Promise<readonly Step[]> {
    let kept = steps
    for (const [place] of steps.entries()) {
      for (const smaller of smallerSteps(kept[place])) {
        const step = smaller(kept[place])
        if (step) kept = await this.#smaller(kept, kept.with(place, step))
      }
    }
    return kept
  }

  async #smaller(steps: readonly Step[], smaller: readonly Step[]): Promise<readonly Step[]> {
    const isPatient = this.#tries < TRIES && performance.now() - this.#started < LONGEST_MS
    return isPatient && (await this.shows(smaller)) ? smaller : steps
  }
}

type Smaller = (step: Step | undefined) => Step | undefined

/** The reductions of a step, each applied to the result of the earlier ones. */
function smallerSteps(step: Step | undefined): readonly Smaller[] {
  const { query = [], body } = step ?? {}
  const withoutQuery = query.map(
    (gone): Smaller =>
      next =>
        next && { ...next, query: next.query?.filter(pair => pair !== gone) },
  )
  if (!body || !('json' in body)) return withoutQuery
  const withoutMember = pathsIn(body.json).map(
    (path): Smaller =>
      next =>
        next?.body && 'json' in next.body
          ? { ...next, body: { json: withoutValue(next.body.json, path) } }
          : undefined,
  )
  return [...withoutQuery, ...withoutMember]
}

/** The members to remove, outer ones first; array items from the end, so that indexes stay valid. */
function pathsIn(json: Json, path: Path = []): readonly Path[] {
  if (path.length > 5) return []
  return membersOf(json).flatMap(([name, value]) => {
    const member = [...path, name]
    const inner = pathsIn(value, member)
    return ALWAYS.includes(member.join('.')) ? inner : [member, ...inner]
  })
}

function membersOf(json: Json): readonly (readonly [string | number, Json])[] {
  if (Array.isArray(json)) return [...(json as readonly Json[]).entries()].reverse()
  return isObject(json) ? Object.entries(json).map(([name, value]) => [name, value ?? null]) : []
}

const ALWAYS = ['kind', 'apiVersion', 'metadata', 'metadata.name']
