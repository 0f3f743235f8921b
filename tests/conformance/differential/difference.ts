import type { Answer } from './answer.ts'
import { isObject, type Json, textAt } from './json.ts'
import { normalize } from './normalize.ts'
import type { Session } from './session.ts'
import type { Depth, Step } from './step.ts'

/** One location at which two responses to the same request differ. */
export interface Difference {
  /** The kind of request. */
  readonly what: string
  readonly method: string
  readonly path: string
  /** How much of the kind's objects is compared. */
  readonly depth: Depth
  /** The error message of the real server, if it rejected the request. */
  readonly rejection: string | undefined
  /** The status codes of the two responses. */
  readonly statuses: readonly [real: number, fake: number]
  /** The location: `status`, `contentType`, or a path in the body such as `body.metadata.labels`. */
  readonly place: string
  readonly real: Json | undefined
  readonly fake: Json | undefined
}

/** Returns the differences between two responses to a step. */
export function differences(
  step: Step,
  real: { readonly session: Session; readonly answer: Answer },
  fake: { readonly session: Session; readonly answer: Answer },
  now: number,
): readonly Difference[] {
  const comparable = ({ session, answer }: typeof real) => ({
    status: answer.status,
    contentType: answer.contentType,
    warnings: answer.warnings.map(warning => normalize(warning, session, step.depth, now)),
    retryAfter: answer.retryAfter ?? null,
    body: normalize(answer.body, session, depthOf(step, answer), now),
  })
  const statuses = [real.answer.status, fake.answer.status] as const
  const { what, method, path, depth } = step
  const rejection = messageOf(real.answer)
  const found: Difference[] = []
  compare(comparable(real), comparable(fake), '', (place, one, other) =>
    found.push({ what, method, path, depth, rejection, statuses, place, real: one, fake: other }),
  )
  // If the status differs, the bodies differ too. Report one difference, with both messages.
  if (statuses[0] === statuses[1]) return found
  return found
    .filter(({ place }) => place === 'status')
    .map(difference => ({
      ...difference,
      real: summary(real.answer),
      fake: summary(fake.answer),
    }))
}

/** Rejections are compared in full for all kinds. */
function depthOf({ depth }: Step, { status }: Answer): Depth {
  return status >= 400 ? 'full' : depth
}

function summary(answer: Answer): Json {
  const message = messageOf(answer)
  return message === undefined ? answer.status : `${answer.status}: ${message}`
}

function messageOf({ status, body }: Answer): string | undefined {
  return status >= 400 ? textAt(body, 'message') : undefined
}

type Tell = (place: string, real: Json | undefined, fake: Json | undefined) => void

function compare(real: Json | undefined, fake: Json | undefined, place: string, tell: Tell): void {
  if (real === fake) return
  if (Array.isArray(real) && Array.isArray(fake)) {
    for (let i = 0; i < Math.max(real.length, fake.length); i++)
      compare(real[i], fake[i], `${place}[${i}]`, tell)
  } else if (isObject(real) && isObject(fake)) {
    for (const name of new Set([...Object.keys(real), ...Object.keys(fake)]))
      compare(real[name], fake[name], place ? `${place}.${name}` : name, tell)
  } else {
    tell(place, real, fake)
  }
}
