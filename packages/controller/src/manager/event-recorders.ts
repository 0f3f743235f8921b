import type { StoppableEventRecorder } from '../events/recorder-options.ts'

/** The recorders of a manager: one for each name. */
export class EventRecorders {
  readonly #create: (controller: string) => StoppableEventRecorder
  readonly #recorders = new Map<string, StoppableEventRecorder>()

  constructor(create: (controller: string) => StoppableEventRecorder) {
    this.#create = create
  }

  of(name: string): StoppableEventRecorder {
    const recorder = this.#recorders.get(name) ?? this.#create(name)
    this.#recorders.set(name, recorder)
    return recorder
  }

  /** Writes what is left until the signal aborts, then ends all recorders. */
  async shutDown(signal: AbortSignal): Promise<void> {
    const recorders = [...this.#recorders.values()]
    await Promise.all(recorders.map(recorder => recorder.flush(signal)))
    for (const recorder of recorders) recorder.shutDown()
  }
}
