/** What `fetch` rejects with where a fault lets there be no answer: on a port, the connection breaks. */
export class DroppedRequest extends TypeError {
  constructor() {
    super('Failed to fetch')
  }
}
