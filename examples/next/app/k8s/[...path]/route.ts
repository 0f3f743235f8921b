import { forwardRead, requestToken } from '../../apiserver'

interface Context {
  readonly params: Promise<{ readonly path: readonly string[] }>
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { path } = await params
  return forwardRead(path.map(encodeURIComponent).join('/'), { request, token: await requestToken() })
}
