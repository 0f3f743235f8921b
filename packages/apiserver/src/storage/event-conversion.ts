import type { KubernetesObject } from '@kube-informer/core'
import type { Conversion } from './converted-collection.ts'

/** A member with its name in `v1` and in `events.k8s.io/v1`, and its value in each if it is absent. */
interface Member {
  readonly core: string
  readonly events: string
  readonly emptyCore?: unknown
  readonly emptyEvents?: unknown
}

const same = (name: string): Member => ({ core: name, events: name })

const REGARDING: Member = { core: 'involvedObject', events: 'regarding', emptyCore: {} }
const SOURCE: Member = { core: 'source', events: 'deprecatedSource', emptyCore: {}, emptyEvents: {} }
const FIRST: Member = {
  core: 'firstTimestamp',
  events: 'deprecatedFirstTimestamp',
  emptyCore: null,
  emptyEvents: null,
}
const LAST: Member = {
  core: 'lastTimestamp',
  events: 'deprecatedLastTimestamp',
  emptyCore: null,
  emptyEvents: null,
}
const COUNT: Member = { core: 'count', events: 'deprecatedCount' }
const NOTE: Member = { core: 'message', events: 'note' }
const TIME: Member = { ...same('eventTime'), emptyCore: null, emptyEvents: null }
const CONTROLLER: Member = { core: 'reportingComponent', events: 'reportingController', emptyCore: '' }
const INSTANCE: Member = { ...same('reportingInstance'), emptyCore: '' }
const [REASON, TYPE, SERIES, ACTION, RELATED] = ['reason', 'type', 'series', 'action', 'related'].map(same)

const known = (members: readonly (Member | undefined)[]): readonly Member[] =>
  members.filter(member => member !== undefined)

/** In the order of either version. */
const IN_CORE = known([
  ...[REGARDING, REASON, NOTE, SOURCE, FIRST, LAST, COUNT, TYPE, TIME, SERIES, ACTION, RELATED],
  ...[CONTROLLER, INSTANCE],
])
const IN_EVENTS = known([
  ...[TIME, SERIES, CONTROLLER, INSTANCE, ACTION, REASON, REGARDING, RELATED, NOTE, TYPE],
  ...[SOURCE, FIRST, LAST, COUNT],
])

/**
 * Events exist in two API groups: `v1`, in which they are stored, and `events.k8s.io/v1`, which renames many members.
 */
export const eventConversion: Conversion = {
  toView: object =>
    converted(object, 'events.k8s.io/v1', IN_EVENTS, ({ core, events, emptyEvents }) => [
      core,
      events,
      emptyEvents,
    ]),
  toStored: object =>
    converted(object, 'v1', IN_CORE, ({ core, events, emptyCore }) => [events, core, emptyCore]),
}

function converted(
  object: KubernetesObject,
  apiVersion: string,
  members: readonly Member[],
  namesOf: (member: Member) => readonly [from: string, to: string, empty: unknown],
): KubernetesObject {
  const { kind = 'Event', metadata = {} } = object
  const from = new Map<string, unknown>(Object.entries(object))
  const entries = members.flatMap(member => {
    const [name, renamed, empty] = namesOf(member)
    const value = from.get(name)
    const isEmpty = value === undefined || value === null || value === '' || value === 0
    return isEmpty && empty === undefined ? [] : [[renamed, isEmpty ? empty : value]]
  })
  return { kind, apiVersion, metadata, ...Object.fromEntries(entries) }
}
