import { depthOf, type PlanOptions, planObject } from '../json/object-plan.ts'
import { ObjectWalk, type OnShareable } from '../json/object-walk.ts'
import { PlainScanner } from '../json/plain-scanner.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const IDENTITY = ['name', 'namespace', 'uid', 'resourceVersion', 'kind', 'apiVersion']
const scanner = new PlainScanner(300_000)

/** What a walk tells about a text, and the text without the cuts. */
export interface WalkedText {
  readonly text: string
  /** The texts of the identifying members, up to their separators. */
  readonly found: Readonly<Record<string, string>>
  readonly cutCount: number
  readonly hasMembers: boolean
  readonly repeats: boolean
}

/** A text that {@link walkText} puts to the start of the scanner. */
export const textAt = (text: string, from: number, to: number): string =>
  decoder.decode(encoder.encode(text).subarray(from - scanner.base, to - scanner.base))

/** Walks an object whose structure was scanned as deep as the plan needs. */
export function walkText(
  text: string,
  options: Partial<PlanOptions> = {},
  onShareable?: OnShareable,
): WalkedText {
  const plan = planObject({ trim: [], ...options })
  const bytes = encoder.encode(text)
  scanner.reset()
  scanner.bytes.set(bytes, scanner.base)
  scanner.scan(scanner.base, scanner.base + bytes.length, depthOf(plan), 0)
  const walk = new ObjectWalk(plan, onShareable)
  const last = walk.walk(scanner, scanner.offsets, 0)
  const end = (scanner.offsets[last] ?? 0) + 1
  const found = IDENTITY.flatMap((name, index) => {
    const [from, to] = walk.found.subarray(2 * index)
    return from ? [[name, decoder.decode(scanner.bytes.subarray(from, to))] as const] : []
  })
  const { cutCount, hasMembers, repeats } = walk
  const start = cutCount > 0 ? scanner.slide(scanner.base, cutCount) : scanner.base
  const kept = decoder.decode(scanner.bytes.subarray(start, end))
  return { text: kept, found: Object.fromEntries(found), cutCount, hasMembers, repeats }
}
