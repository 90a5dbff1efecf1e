import { useState } from 'react'
import { totalBands, totalLine, type TotalPoint } from '../../domain/ews/total-trend'
import { Sparkline, TimeChart, timeText } from '../../ui/chart'
import { useEdition } from '../../ui/edition'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

const hourMs = 3_600_000
const toMs = Date.parse('2026-01-06T12:00:00.000Z')
const fromMs = toMs - 72 * hourMs
const pointsOf = (totals: readonly (readonly [number, number, number])[]): readonly TotalPoint[] =>
  totals.map(([hour, total, missing]) => ({
    id: String(hour),
    atMs: fromMs + hour * hourMs,
    total,
    risk: null,
    missing,
  }))

const rising = pointsOf([
  [2, 0, 0],
  [10, 1, 0],
  [20, 2, 0],
  [31, 2, 3],
  [33, 4, 0],
  [45, 5, 0],
  [57, 6, 0],
  [66, 8, 0],
])
const withGap = pointsOf([
  [1, 3, 0],
  [9, 3, 0],
  [50, 6, 2],
  [60, 12, 0],
  [70, 9, 0],
])

function Chart({
  points,
  most,
}: {
  readonly points: readonly TotalPoint[]
  readonly most: number
}) {
  const [line] = useState(() => totalLine(points, 12 * hourMs))
  const [failed, setFailed] = useState(false)
  const edition = useEdition()
  const [first] = points
  return failed ? (
    <p>This browser has no canvas.</p>
  ) : (
    <TimeChart
      atMs={line.atMs}
      joined={line.complete}
      apart={line.partial}
      fromMs={fromMs}
      toMs={toMs}
      most={most}
      bands={totalBands}
      ticks={[0, 1, 5, 7]}
      timeText={timeText(edition)}
      selected={first === undefined ? null : { atMs: first.atMs, value: first.total }}
      onPoint={() => undefined}
      onFailed={() => setFailed(true)}
    />
  )
}

export const chartStory: Story = {
  id: 'chart',
  title: 'Charts over time',
  render: () => (
    <StoryPage>
      <Group title="Rising, with a partial total" look="surface">
        <Chart points={rising} most={9} />
      </Group>
      <Group title="A gap, and high totals" look="surface">
        <Chart points={withGap} most={13} />
      </Group>
      <Group title="A single value" look="surface">
        <Chart points={rising.slice(0, 1)} most={9} />
      </Group>
      <Group title="Nothing in the span" look="surface">
        <Chart points={[]} most={9} />
      </Group>
      <Group title="On a card">
        <Sparkline
          points={rising.map(({ atMs, total, missing }) => ({
            atMs,
            value: total,
            isApart: missing > 0,
          }))}
          fromMs={fromMs}
          toMs={toMs}
          most={12}
          bands={[
            { from: 5, band: 2 },
            { from: 7, band: 3 },
          ]}
          bandOf={(value) => (value >= 7 ? 3 : value >= 5 ? 2 : 1)}
          label="Totals of three days"
        />
      </Group>
    </StoryPage>
  ),
}
