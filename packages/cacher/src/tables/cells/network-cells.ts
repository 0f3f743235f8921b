import type { KubernetesObject } from '@kube-informer/core'
import { objectAge } from '@kube-informer/core/columns'
import { type CellsByKind, firstOf, text } from './cells.ts'
import type { JsonObject } from './json-object.ts'
import { at, numberAt, objectAt, objectsAt, textAt, textsAt } from './read.ts'
import { labelsText, selectorText } from './selectors.ts'

const NONE = '<none>'

/** The addresses of a load balancer, sorted. */
function balancerText(object: KubernetesObject): string {
  const addresses = objectsAt(object, 'status.loadBalancer.ingress').map(
    ingress => textAt(ingress, 'ip') || textAt(ingress, 'hostname'),
  )
  return [...new Set(addresses.filter(Boolean))].toSorted().join(',')
}

function externalIP(service: KubernetesObject): string {
  const own = textsAt(service, 'spec.externalIPs')
  switch (textAt(service, 'spec.type')) {
    case 'ExternalName':
      return textAt(service, 'spec.externalName')
    case 'LoadBalancer': {
      const all = [balancerText(service), ...own].filter(Boolean).join(',')
      return all || '<pending>'
    }
    default:
      return own.join(',') || NONE
  }
}

const portText = (port: JsonObject): string => {
  const node = numberAt(port, 'nodePort')
  return `${numberAt(port, 'port')}${node > 0 ? `:${node}` : ''}/${textAt(port, 'protocol')}`
}

const servicePorts = (service: KubernetesObject): string =>
  objectsAt(service, 'spec.ports').map(portText).join(',') || NONE

/** `address:port` of each ready address. */
function endpoints(object: KubernetesObject): string {
  const all = objectsAt(object, 'subsets').flatMap(subset => {
    const addresses = objectsAt(subset, 'addresses').map(address => textAt(address, 'ip'))
    const ports = objectsAt(subset, 'ports')
    if (ports.length === 0) return addresses
    return ports.flatMap(port => addresses.map(address => joinHostPort(address, numberAt(port, 'port'))))
  })
  return firstOf(all, 3, NONE)
}

const joinHostPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

const slicePort = (port: JsonObject): string => {
  const number = at(port, 'port')
  return typeof number === 'number' ? String(number) : '*'
}

function ingressParameters(object: KubernetesObject): string {
  const parameters = objectAt(object, 'spec.parameters')
  const kind = textAt(parameters, 'kind')
  if (!kind) return NONE
  const group = textAt(parameters, 'apiGroup')
  return `${kind}${group && `.${group}`}/${textAt(parameters, 'name')}`
}

/** Cells of network kinds. */
export const NETWORK_CELLS: CellsByKind = {
  '/Service': {
    Type: text('spec.type'),
    'Cluster-IP': text('spec.clusterIP', NONE),
    'External-IP': externalIP,
    'Port(s)': servicePorts,
    Age: objectAge,
    Selector: object => labelsText(at(object, 'spec.selector')),
  },
  '/Endpoints': { Endpoints: endpoints, Age: objectAge },
  'discovery.k8s.io/EndpointSlice': {
    AddressType: text('addressType'),
    Ports: object => firstOf(objectsAt(object, 'ports').map(slicePort), 3, '<unset>'),
    Endpoints: object =>
      firstOf(
        objectsAt(object, 'endpoints').flatMap(each => textsAt(each, 'addresses')),
        3,
        '<unset>',
      ),
    Age: objectAge,
  },
  'networking.k8s.io/Ingress': {
    Class: text('spec.ingressClassName', NONE),
    Hosts: object =>
      firstOf(
        objectsAt(object, 'spec.rules').flatMap(rule => textAt(rule, 'host') || []),
        3,
        '*',
      ),
    Address: balancerText,
    Ports: object => (objectsAt(object, 'spec.tls').length > 0 ? '80, 443' : '80'),
    Age: objectAge,
  },
  'networking.k8s.io/IngressClass': {
    Controller: text('spec.controller'),
    Parameters: ingressParameters,
    Age: objectAge,
  },
  'networking.k8s.io/NetworkPolicy': {
    'Pod-Selector': object => selectorText(object, 'spec.podSelector'),
    Age: objectAge,
  },
  'networking.k8s.io/ServiceCIDR': {
    CIDRs: object => textsAt(object, 'spec.cidrs').join(','),
    Age: objectAge,
  },
}
