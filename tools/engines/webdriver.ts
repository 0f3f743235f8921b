/** A session of a W3C WebDriver, over plain HTTP: https://w3c.github.io/webdriver */
export class WebDriver {
  readonly #session: string

  private constructor(session: string) {
    this.#session = session
  }

  static async connect(endpoint: string, alwaysMatch: object): Promise<WebDriver> {
    const { sessionId } = await command<{ sessionId: string }>('POST', `${endpoint}/session`, {
      capabilities: { alwaysMatch },
    })
    return new WebDriver(`${endpoint}/session/${sessionId}`)
  }

  get<Result = unknown>(path: string): Promise<Result> {
    return command('GET', `${this.#session}/${path}`)
  }

  post<Result = unknown>(path: string, body: object = {}): Promise<Result> {
    return command('POST', `${this.#session}/${path}`, body)
  }

  delete<Result = unknown>(path = ''): Promise<Result> {
    return command('DELETE', path ? `${this.#session}/${path}` : this.#session)
  }
}

async function command<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value as Result
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`)
}
