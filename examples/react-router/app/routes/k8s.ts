import { forwardRead, tokenOf } from '../apiserver.server.ts'
import type { Route } from './+types/k8s.ts'

export const loader = ({ request, params }: Route.LoaderArgs): Promise<Response> =>
  forwardRead(params['*'], { request, token: tokenOf(request) })
