import type { DurableNamespace } from './durable-object.ts'
import { nodeName, parentOf, type TreeNode, type TreeShape } from './tree.ts'

/** Which object of a relay's namespace a request is for. */
export interface NodeAddress extends TreeShape {
  readonly cluster: string
  readonly node: TreeNode
  /** The resource (`v1/pods`) that a root or a branch relays; "" for a leaf, which relays all. */
  readonly resource: string
}

const HEADER = 'kube-informer-relay'

/** The name of the object. */
export const objectName = ({ cluster, node, resource }: NodeAddress): string =>
  [cluster, nodeName(node), resource].join(' ')

export const isLeaf = ({ node }: NodeAddress): boolean => node !== 'root' && node.level === 0

/** The node from which a node reads a resource; undefined for the root. */
export function parentAddress(address: NodeAddress, resource: string): NodeAddress | undefined {
  const node = parentOf(address.node, address)
  return node && { ...address, node, resource }
}

/** Sends a request to a node. */
export function sendTo(objects: DurableNamespace, address: NodeAddress, request: Request): Promise<Response> {
  // A new stub for each request: a stub whose object has ended remains broken.
  return objects.get(objects.idFromName(objectName(address))).fetch(withAddress(request, address))
}

/** The request with its address. It replaces one that a client has sent. */
function withAddress(request: Request, address: NodeAddress): Request {
  const headers = new Headers(request.headers)
  headers.set(HEADER, JSON.stringify(address))
  return new Request(request, { headers })
}

/** Separates a request from its address, which nothing else must read. */
export function takeAddress(
  request: Request,
): { readonly address: NodeAddress; readonly request: Request } | undefined {
  const text = request.headers.get(HEADER)
  if (text === null) return undefined
  const headers = new Headers(request.headers)
  headers.delete(HEADER)
  return { address: JSON.parse(text) as NodeAddress, request: new Request(request, { headers }) }
}
