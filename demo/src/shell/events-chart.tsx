import type { ReactNode } from 'react'

const WIDTH = 150
const HEIGHT = 24
const SAMPLES = 90

/** Events per second over the last 45 s, the newest on the right. */
export function EventsChart({ history }: { readonly history: readonly number[] }): ReactNode {
  const most = scaleOf(history)
  const x = (i: number): number => ((SAMPLES - history.length + i) / (SAMPLES - 1)) * WIDTH
  const y = (value: number): number => HEIGHT - 1 - Math.min(1, value / most) * (HEIGHT - 3)
  const line = history.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' L')
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Events per second, last 45 seconds"
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="base" />
      {history.length > 1 && (
        <>
          <path className="area" d={`M${x(0).toFixed(1)},${HEIGHT} L${line} L${WIDTH},${HEIGHT} Z`} />
          <path className="line" d={`M${line}`} />
        </>
      )}
    </svg>
  )
}

/** The scale follows the 90th percentile: a burst after a list is cut off instead of flattening the chart. */
function scaleOf(history: readonly number[]): number {
  const usual = history.toSorted((a, b) => a - b)[Math.floor(history.length * 0.9)] ?? 0
  return Math.max(10, usual * 1.4)
}
