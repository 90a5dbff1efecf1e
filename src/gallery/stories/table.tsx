import { useState } from 'react'
import { ObservationTable, Pager, type ObservationCell } from '../../ui/table'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

const columns = Array.from({ length: 10 }, (_, at) => ({
  id: String(at),
  selected: at === 9,
  heading: (
    <>
      Jan {String(5 + Math.floor(at / 2)).padStart(2, '0')}
      <br />
      {at % 2 === 0 ? '8:05 am' : '6:32 pm'}
    </>
  ),
}))
const cells = (
  values: readonly (string | null)[],
  scores: readonly (number | null)[],
): ObservationCell[] => values.map((value, at) => ({ value, score: scores[at] ?? null }))

const rows = [
  {
    id: 'rr',
    label: 'Respiratory rate',
    unit: '/min',
    cells: cells(
      ['16', '17', '16', '18', '20', '21', '23', null, '25', '24'],
      [0, 0, 0, 0, 0, 2, 2, null, 3, 2],
    ),
  },
  {
    id: 'spo2',
    label: 'SpO₂',
    unit: '%',
    cells: cells(
      ['97', '97', '96', '96', '95', '94', '93', '93', '91', '92'],
      [0, 0, 0, 0, 1, 1, 2, 2, 3, 2],
    ),
  },
  {
    id: 'oxygen',
    label: 'Oxygen',
    cells: cells(
      ['Air', 'Air', 'Air', 'Air', 'Air', 'Air', 'O₂', 'O₂', 'O₂', 'O₂'],
      [0, 0, 0, 0, 0, 0, 2, 2, 2, 2],
    ),
  },
  {
    id: 'bp',
    label: 'Blood pressure',
    unit: 'mmHg',
    cells: cells(
      [
        '128/82',
        '126/80',
        '131/84',
        '124/79',
        '122/78',
        '118/76',
        '112/70',
        '109/68',
        '99/61',
        '104/64',
      ],
      [0, 0, 0, 0, 0, 0, 0, 1, 2, 1],
    ),
  },
  {
    id: 'hr',
    label: 'Pulse',
    unit: '/min',
    cells: cells(
      ['74', '72', '76', '80', '86', '92', '98', '104', '116', '112'],
      [0, 0, 0, 0, 0, 1, 1, 1, 2, 2],
    ),
  },
  {
    id: 'acvpu',
    label: 'Consciousness',
    cells: cells(
      ['A', 'A', 'A', 'A', 'A', 'A', 'A', 'A', 'C', 'A'],
      [0, 0, 0, 0, 0, 0, 0, 0, 3, 0],
    ),
  },
  {
    id: 'temp',
    label: 'Temperature',
    unit: '°C',
    cells: cells(
      ['36.8', '36.9', '36.7', null, '37.4', '37.9', '38.4', '38.6', '39.1', '38.8'],
      [0, 0, 0, null, 0, 0, 1, 1, 2, 1],
    ),
  },
  {
    id: 'total',
    label: 'EWS total',
    strong: true,
    cells: cells(
      ['0', '0', '0', '0', '1', '4', '8', '7', '17', '10'],
      [0, 0, 0, 0, 1, 1, 3, 3, 3, 3],
    ).map((cell) => ({ ...cell, isScore: true })),
  },
]

function PagerStates() {
  const [skip, setSkip] = useState(0)
  return (
    <>
      <Pager skip={skip} take={50} total={123} onChange={setSkip} />
      <Pager skip={0} take={50} total={0} onChange={setSkip} />
      <Pager skip={50} take={50} total={null} onChange={setSkip} />
      <Pager skip={0} take={50} total={12} onChange={setSkip} disabled />
    </>
  )
}

export const tableStory: Story = {
  id: 'table',
  title: 'Observation chart, pager',
  render: () => (
    <StoryPage>
      <Group title="Observation chart" look="plain">
        <ObservationTable caption="Check-ups of SMITH, John" columns={columns} rows={rows} />
      </Group>
      <Group title="Pager: first, empty, unknown total, disabled">
        <PagerStates />
      </Group>
    </StoryPage>
  ),
}
