import { badRequest } from '../status/status-errors.ts'

const UNITS = new Set(['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h'])

/** Validates the `timeout` parameter, a Go duration; throws the 400 of a real server. */
export function checkTimeout(query: URLSearchParams): void {
  const problem = problemIn(query)
  if (problem) throw badRequest(`invalid timeout specified in the request URL - time: ${problem}`)
}

/** Whether the parameter is absent or a valid duration. */
export const isTimeout = (query: URLSearchParams): boolean => problemIn(query) === undefined

function problemIn(query: URLSearchParams): string | undefined {
  const value = query.get('timeout')
  return value ? problemOf(value) : undefined
}

function problemOf(value: string): string | undefined {
  const quoted = JSON.stringify(value)
  let rest = value.replace(/^[+-]/, '')
  if (rest === '0') return undefined
  if (rest === '') return `invalid duration ${quoted}`
  while (rest !== '') {
    const [part, number = '', unit = ''] = /^([0-9]*\.?[0-9]*)([^0-9.]*)/.exec(rest) ?? ['']
    if (!/[0-9]/.test(number)) return `invalid duration ${quoted}`
    if (unit === '') return `missing unit in duration ${quoted}`
    if (!UNITS.has(unit)) return `unknown unit ${JSON.stringify(unit)} in duration ${quoted}`
    rest = rest.slice(part.length)
  }
  return undefined
}
