import { describe } from 'vitest'
import type { RealCluster } from '../controller/real-cluster.ts'
import { widgetsAdmissionSuite } from './widgets-admission.suite.ts'
import { widgetsConversionSuite } from './widgets-conversion.suite.ts'
import { openWidgets } from './widgets-rig.ts'

/** The webhook module of the widgets in a real cluster. */
export function widgetsSuite(real: RealCluster): void {
  const rig = openWidgets(real)
  describe('admission', () => widgetsAdmissionSuite(real, rig))
  describe('conversion', () => widgetsConversionSuite(rig))
}
