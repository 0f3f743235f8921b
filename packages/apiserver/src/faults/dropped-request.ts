/** The rejection of `fetch` for a dropped request. On a port, the connection is closed. */
export class DroppedRequest extends TypeError {
  constructor() {
    super('Failed to fetch')
  }
}
