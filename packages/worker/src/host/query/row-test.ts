import type { Row } from '@kube-informer/core'
import { ValueReader } from '@kube-informer/core/rows'
import { Circuit, simplified } from './circuit.ts'
import type { Expression } from './expression.ts'

/** Compiles an expression to a test of rows. A row is not decoded, and is read no further than needed. */
export function rowTest(expression: Expression): (row: Row) => boolean {
  const simple = simplified(expression)
  if (typeof simple === 'boolean') return () => simple
  const circuit = new Circuit(simple)
  const reader = new ValueReader(circuit.paths)
  return row => {
    circuit.reset()
    reader.read(row, circuit)
    return circuit.result
  }
}
