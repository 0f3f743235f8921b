import {
  isNotFound,
  isUnexpectedServerError,
  type KubernetesObject,
  type StatusError,
} from '@kube-informer/core'
import { type EventEventsV1 as Event, eventsEventsV1 as events } from '@kube-informer/core/resources'
import { objectReference } from '../api/object-reference.ts'
import { EventNames } from './event-names.ts'
import { EventSeriesCache } from './event-series.ts'
import { microTime } from './event-times.ts'
import { EventWriter } from './event-writer.ts'
import {
  DEFAULT_NAMESPACE,
  describeEvent,
  type EventRecorderOptions,
  isEventType,
  type RecorderSettings,
  type StoppableEventRecorder,
  settingsOf,
} from './recorder-options.ts'
import { truncate } from './truncate.ts'

const RETRY_DELAY_MS = 10_000
const RETRY_JITTER = 0.25
/** The server rejects longer texts. */
const MAX_NOTE_BYTES = 1024
const MAX_REASON_BYTES = 128

/**
 * Records events for `kubectl describe` and `kubectl events` (events.k8s.io/v1, client-go `tools/events`).
 *
 * - `event` returns at once and never throws. Events are written one after another; 1000 may wait, further ones are dropped.
 * - Equal events make a series: the first one is created, the second one adds the series, and further ones are counted. The
 *   count is written every 30 minutes, and 6 minutes after the last one. Events are equal if all but note and time are, so
 *   the notes of later events of a series are not written.
 * - If the server cannot be reached, an event is tried 12 times, 10 to 12.5 s apart. A rejection by the server is final.
 *
 * Its timers run while it remembers events, for 12 minutes after the last one. At the end of the process call `flush` with a
 * signal, then `shutDown`. The manager does so.
 *
 * @example
 * const events = createEventRecorder({ client, controller: 'widget-controller', instance: podName })
 * events.event(widget, 'Warning', 'InvalidSpec', 'spec.size must be positive')
 */
export function createEventRecorder(options: EventRecorderOptions): StoppableEventRecorder {
  const settings = settingsOf(options)
  const { clock, random, log } = settings
  const names = new EventNames(random)
  const delayMs = () => RETRY_DELAY_MS * (1 + random() * RETRY_JITTER)
  const writer = new EventWriter({ clock, log, delayMs })
  const cache = new EventSeriesCache({
    clock,
    create: event => writer.add(writeOf(settings, event)),
    patch: event => writer.add(writeOf(settings, event)),
  })
  return {
    event: (regarding, type, reason, note, { action = reason, related } = {}) => {
      if (!isEventType(type)) return log?.info('event not written: unknown type', { type, reason })
      if (writer.isStopped) return log?.info('event dropped: the recorder was shut down', { reason })
      try {
        cache.add(eventOf(settings, names, regarding, { type, reason, note, action }, related))
      } catch (error) {
        log?.error('event not written', error, { reason })
      }
    },
    flush: signal => {
      cache.flush()
      return writer.flush(signal)
    },
    shutDown: () => {
      cache.stop()
      writer.shutDown()
    },
  }
}

interface EventText {
  readonly type: string
  readonly reason: string
  readonly note: string
  readonly action: string
}

function eventOf(
  { clock, controller, instance }: RecorderSettings,
  names: EventNames,
  object: KubernetesObject,
  { type, reason, note, action }: EventText,
  related: KubernetesObject | undefined,
): Event {
  const now = clock.now()
  const regarding = objectReference(object)
  const name = names.next(regarding.name ?? '', now)
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name, namespace: regarding.namespace ?? DEFAULT_NAMESPACE },
    eventTime: microTime(now),
    reportingController: controller,
    reportingInstance: instance,
    type,
    reason: truncate(reason, MAX_REASON_BYTES),
    action: truncate(action, MAX_REASON_BYTES),
    note: truncate(note, MAX_NOTE_BYTES),
    regarding,
    ...(related && { related: objectReference(related) }),
  }
}

const writeOf = (settings: RecorderSettings, event: Event) => ({
  what: describeEvent(event.regarding ?? {}, event.reason ?? ''),
  send: (signal: AbortSignal) => write(settings, event, signal),
  // Another process, or an earlier try, has created the event of the series in the meantime: the next try patches it.
  isRetriable: ({ reason }: StatusError) => reason === 'AlreadyExists' && event.series !== undefined,
})

/** A series whose event has expired is created again. */
async function write({ client }: RecorderSettings, event: Event, signal: AbortSignal): Promise<void> {
  const { series } = event
  if (series) {
    try {
      await client.patch(events, event, { series }, { signal })
      return
    } catch (error) {
      if (!isNotFound(error) || isUnexpectedServerError(error)) throw error
    }
  }
  await client.create(events, event, { signal })
}
