import { type Fields, fieldsOf, itemsOf } from '../object/any-object.ts'
import { amountOf, quantityOf } from './quantity.ts'

const COUNTED = ['cpu', 'memory'] as const

/** The quality of service class from a Pod's requests and limits. */
export function qosClassOf(spec: Fields): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...itemsOf(spec.containers), ...itemsOf(spec.initContainers)].map(fieldsOf)
  const resources = containers.map(container => fieldsOf(container.resources))
  const isAsking = resources.some(({ requests, limits }) => asks(requests) || asks(limits))
  if (!isAsking) return 'BestEffort'
  return resources.every(isGuaranteed) ? 'Guaranteed' : 'Burstable'
}

const asks = (amounts: unknown): boolean => COUNTED.some(name => amountOf(fieldsOf(amounts)[name]) > 0)

function isGuaranteed({ requests, limits }: Fields): boolean {
  return COUNTED.every(name => {
    const limit = amountOf(fieldsOf(limits)[name])
    const request = quantityOf(fieldsOf(requests)[name]) ?? limit
    return limit > 0 && request === limit
  })
}
