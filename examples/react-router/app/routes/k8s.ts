import { forward } from '../apiserver.server.ts'
import type { Route } from './+types/k8s.ts'

export const loader = ({ request }: Route.LoaderArgs): Promise<Response> => forward(request)
export const action = ({ request }: Route.ActionArgs): Promise<Response> => forward(request)
