import { isNotFound, isUnexpectedServerError, type KubernetesObject } from '@kube-informer/core'
import { type Event, events } from '@kube-informer/core/resources'
import { objectReference } from '../api/object-reference.ts'
import { EventAggregator } from './event-aggregator.ts'
import { EventCounter } from './event-counter.ts'
import { EventNames } from './event-names.ts'
import { time } from './event-times.ts'
import { EventWriter } from './event-writer.ts'
import {
  type CoreEventRecorderOptions,
  DEFAULT_NAMESPACE,
  describeEvent,
  isEventType,
  type RecorderSettings,
  type StoppableEventRecorder,
  settingsOf,
} from './recorder-options.ts'
import { SpamFilter } from './spam-filter.ts'

const RETRY_DELAY_MS = 10_000

/**
 * Records events of the core API (client-go `tools/record`). Prefer `createEventRecorder`: it writes the newer API of the
 * same events, and the number of its writes does not depend on the number of messages.
 *
 * - Equal events are counted in the first one.
 * - From the tenth message of one reason and object within 10 minutes on, events are combined into one.
 * - One object gets 25 events of each type, and then one more every 5 minutes. Others are dropped.
 * - 1000 events may wait. Each is tried 12 times, 10 s apart, if the server cannot be reached.
 *
 * @example
 * const events = createCoreEventRecorder({ client, controller: 'widget-controller' })
 * events.event(widget, 'Normal', 'Scaled', 'Scaled up to 3')
 */
export function createCoreEventRecorder(options: CoreEventRecorderOptions): StoppableEventRecorder {
  const settings = settingsOf(options)
  const { clock, random, log } = settings
  const names = new EventNames(random)
  const correlate = createCorrelation(settings, names, new SpamFilter(clock, options.spamKey))
  const writer = new EventWriter({
    clock,
    log,
    // The first delay is random, so that many clients do not return to a new server at once.
    delayMs: attempt => (attempt === 2 ? random() * RETRY_DELAY_MS : RETRY_DELAY_MS),
  })
  return {
    event: (regarding, type, reason, message, { related } = {}) => {
      if (!isEventType(type)) return log?.info('event not written: unknown type', { type, reason })
      try {
        const event = eventOf(settings, names, regarding, { type, reason, message }, related)
        let correlated: Event | undefined
        writer.add({
          what: describeEvent(event.involvedObject, reason),
          // Events count when they leave the queue. What a full queue drops does not.
          prepare: () => {
            correlated = correlate(event)
            return correlated !== undefined
          },
          send: async signal => correlated && write(settings, correlated, signal),
        })
      } catch (error) {
        log?.error('event not written', error, { reason })
      }
    },
    flush: signal => writer.flush(signal),
    shutDown: () => writer.shutDown(),
  }
}

/** Returns the event to write: the given one, a combined one, or one with a count. Undefined if there are too many. */
function createCorrelation({ clock, log }: RecorderSettings, names: EventNames, spamFilter: SpamFilter) {
  const aggregator = new EventAggregator(clock, names)
  const counter = new EventCounter()
  return (event: Event): Event | undefined => {
    const counted = counter.count(aggregator.aggregate(event))
    if (spamFilter.accepts(counted)) return counted
    const { involvedObject, reason = '' } = event
    log?.debug('event dropped: too many of one object', { event: describeEvent(involvedObject, reason) })
    return undefined
  }
}

function eventOf(
  { clock, controller, instance }: RecorderSettings,
  names: EventNames,
  regarding: KubernetesObject,
  text: Pick<Event, 'type' | 'reason' | 'message'>,
  related: KubernetesObject | undefined,
): Event {
  const now = clock.now()
  const involvedObject = objectReference(regarding)
  const name = names.next(involvedObject.name ?? '', now)
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: involvedObject.namespace ?? DEFAULT_NAMESPACE },
    involvedObject,
    ...(related && { related: objectReference(related) }),
    ...text,
    count: 1,
    firstTimestamp: time(now),
    lastTimestamp: time(now),
    source: { component: controller, host: instance },
    reportingComponent: controller,
    reportingInstance: instance,
  }
}

/** An event that was counted exists. If it has expired by now, it is created again. */
async function write({ client }: RecorderSettings, event: Event, signal: AbortSignal): Promise<void> {
  const { count = 1, lastTimestamp, message } = event
  if (count > 1) {
    try {
      await client.patch(events, event, { count, lastTimestamp, message }, { signal })
      return
    } catch (error) {
      if (!isNotFound(error) || isUnexpectedServerError(error)) throw error
    }
  }
  await client.create(events, event, { signal })
}
