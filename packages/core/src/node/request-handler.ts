/** Answers a request. */
export type RequestHandler = (request: Request) => Response | Promise<Response>
