/** Counts the bodies of responses that are being sent. */
export class OpenBodies {
  #open = 0

  get open(): number {
    return this.#open
  }

  /** The same response; its body is open until it has been read, or is cancelled. */
  count(response: Response): Response {
    if (!response.body) return response
    const reader = response.body.getReader()
    let isOpen = true
    this.#open++
    const close = () => {
      if (isOpen) this.#open--
      isOpen = false
    }
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async controller => {
          const { done, value } = await reader.read().catch(error => {
            close()
            throw error
          })
          if (!done) return controller.enqueue(value)
          close()
          controller.close()
        },
        cancel: reason => {
          close()
          return reader.cancel(reason)
        },
      },
      { highWaterMark: 0 },
    )
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }
}
