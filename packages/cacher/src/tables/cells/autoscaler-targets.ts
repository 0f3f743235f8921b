import type { JsonObject } from './json-object.ts'
import { at, objectAt, objectsAt, textAt } from './read.ts'

const UNKNOWN = '<unknown>'
const MOST = 2

/** The first two metrics of an autoscaler, current and target: `cpu: 12%/80%`. */
export function autoscalerTargets(autoscaler: unknown): string {
  const now = objectsAt(autoscaler, 'status.currentMetrics')
  const targets = objectsAt(autoscaler, 'spec.metrics').map((metric, index) => targetText(metric, now[index]))
  if (targets.length === 0) return percentOfCpu(autoscaler)
  const more = targets.length > MOST ? ` + ${targets.length - MOST} more...` : ''
  return targets.slice(0, MOST).join(', ') + more
}

/** The only metric of version 1. */
function percentOfCpu(autoscaler: unknown): string {
  const wanted = at(autoscaler, 'spec.targetCPUUtilizationPercentage')
  if (typeof wanted !== 'number') return '<none>'
  const current = at(autoscaler, 'status.currentCPUUtilizationPercentage')
  return `cpu: ${typeof current === 'number' ? `${current}%` : UNKNOWN}/${wanted}%`
}

function targetText(metric: JsonObject, status: JsonObject | undefined): string {
  const type = textAt(metric, 'type')
  const source = type.charAt(0).toLowerCase() + type.slice(1)
  const target = objectAt(metric, `${source}.target`)
  const current = objectAt(status, `${source}.current`)
  switch (type) {
    case 'Resource':
    case 'ContainerResource':
      return `${textAt(metric, `${source}.name`)}: ${average(target, current) ?? utilization(target, current)}`
    case 'Pods':
      return average(target, current) ?? UNKNOWN
    case 'Object':
    case 'External': {
      const ofEach = average(target, current)
      return ofEach === undefined
        ? `${number(current, 'value')}/${number(target, 'value')}`
        : `${ofEach} (avg)`
    }
    default:
      return '<unknown type>'
  }
}

function average(target: JsonObject, current: JsonObject): string | undefined {
  const wanted = textAt(target, 'averageValue')
  return wanted ? `${number(current, 'averageValue')}/${wanted}` : undefined
}

function utilization(target: JsonObject, current: JsonObject): string {
  const percent = (object: JsonObject, none: string) => {
    const value = at(object, 'averageUtilization')
    return typeof value === 'number' ? `${value}%` : none
  }
  return `${percent(current, UNKNOWN)}/${percent(target, '<auto>')}`
}

const number = (object: JsonObject, member: string): string => textAt(object, member) || UNKNOWN
