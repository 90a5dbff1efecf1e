// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ConnectionState,
  Dash,
  PatientBanner,
  ScoreDisc,
  SimilarNamesWarning,
  ValueTile,
} from '../../src/ui/clinical'
import { ObservationTable } from '../../src/ui/table'
import { show } from './screen'

afterEach(cleanup)

describe('ScoreDisc', () => {
  it.each([
    [0, '0', 'Low'],
    [1, '1', 'Low'],
    [4, '1', 'Low'],
    [5, '2', 'Medium'],
    [6, '2', 'Medium'],
    [7, '3', 'High'],
    [20, '3', 'High'],
  ])('total %i has its digit, band and word', (total, band, word) => {
    show(<ScoreDisc total={total} />)
    const disc = screen.getByRole('img', { name: `Early-warning score ${total}, ${word}` })
    expect(disc.textContent).toBe(String(total))
    expect(disc.dataset['band']).toBe(band)
    expect(screen.getByText(word)).toBeTruthy()
  })

  it('an unknown total has an outline and a word: no band, no digit, never blank', () => {
    show(<ScoreDisc total={null} />)
    const disc = screen.getByRole('img', { name: 'Early-warning score not known' })
    expect(disc.dataset['band']).toBe('unknown')
    expect(disc.dataset['state']).toBe('unknown')
    expect(disc.textContent).not.toBe('')
    expect(screen.getByText('No score')).toBeTruthy()
  })

  it('a partial total says how many parameters are missing', () => {
    show(<ScoreDisc total={2} missing={3} />)
    expect(screen.getByText('3 missing')).toBeTruthy()
    expect(
      screen.getByRole('img', { name: 'Early-warning score 2, Incomplete, 3 missing' }),
    ).toBeTruthy()
  })

  it('a partial total is never called low; one that alarms by itself is told', () => {
    show(
      <>
        <ScoreDisc total={0} missing={6} />
        <ScoreDisc total={3} missing={4} singleThree />
        <ScoreDisc total={7} missing={1} />
      </>,
    )
    expect(screen.queryByText(/low/i)).toBeNull()
    expect(screen.getAllByRole('img').map((disc) => disc.getAttribute('aria-label'))).toEqual([
      'Early-warning score 0, Incomplete, 6 missing',
      'Early-warning score 3, Single 3, 4 missing',
      'Early-warning score 7, High, 1 missing',
    ])
  })

  it('without a complete score a dash and what it is at least, in the band’s colour where that is grave', () => {
    show(
      <>
        <ScoreDisc total={null} atLeast={3} missing={1} notes={['RR missing']} />
        <ScoreDisc total={null} atLeast={8} missing={1} notes={['RR missing']} />
      </>,
    )
    const discs = screen.getAllByRole('img')
    expect(
      discs.map((disc) => [disc.textContent, disc.dataset['band'], disc.dataset['state']]),
    ).toEqual([
      ['–', 'unknown', 'unknown'],
      ['≥8', '3', 'fresh'],
    ])
    expect(discs.map((disc) => disc.getAttribute('aria-label'))).toEqual([
      'Early-warning score not known, at least 3, RR missing',
      'Early-warning score not known, at least 8, High, RR missing',
    ])
    expect(screen.getByText('≥ 3')).toBeTruthy()
    expect(screen.getByText('≥ 8, High')).toBeTruthy()
  })

  it('a stale total that was grave keeps its colour and asks to measure again; grey is for what reassured', () => {
    show(
      <>
        <ScoreDisc total={16} staleAge="31 min ago" />
        <ScoreDisc total={5} staleAge="61 min ago" />
        <ScoreDisc total={3} singleThree staleAge="3 d ago" />
        <ScoreDisc total={null} atLeast={8} staleAge="31 min ago" />
        <ScoreDisc total={9} staleAge="time not plausible" />
        <ScoreDisc total={4} staleAge="14 h ago" />
        <ScoreDisc total={null} atLeast={3} staleAge="31 min ago" />
      </>,
    )
    expect(
      screen
        .getAllByRole('img')
        .map((disc) => [
          disc.getAttribute('aria-label'),
          disc.dataset['band'],
          disc.dataset['state'],
        ]),
    ).toEqual([
      ['Early-warning score 16, High, Measure again: 16 was 31 min ago', '3', 'measure-again'],
      ['Early-warning score 5, Medium, Measure again: 5 was 61 min ago', '2', 'measure-again'],
      ['Early-warning score 3, Single 3, Measure again: 3 was 3 d ago', '1', 'measure-again'],
      [
        'Early-warning score not known, at least 8, High, Measure again: ≥8 was 31 min ago',
        '3',
        'measure-again',
      ],
      [
        'Early-warning score 9, High, Measure again: the time of this score is not plausible',
        '3',
        'measure-again',
      ],
      ['Early-warning score 4, Out of date, Stale, 14 h ago', '1', 'stale'],
      ['Early-warning score not known, at least 3, Stale, 31 min ago', 'unknown', 'unknown'],
    ])
  })

  it('a stale total is not called low, in no word and in no name', () => {
    show(
      <>
        <ScoreDisc total={0} staleAge="14 h ago" />
        <ScoreDisc total={4} staleAge="2 d ago" />
      </>,
    )
    expect(screen.getAllByRole('img').map((disc) => disc.getAttribute('aria-label'))).toEqual([
      'Early-warning score 0, Out of date, Stale, 14 h ago',
      'Early-warning score 4, Out of date, Stale, 2 d ago',
    ])
    expect(screen.queryByText(/low/i)).toBeNull()
  })
})

describe('ValueTile', () => {
  it('a missing value has a word and no score colour', () => {
    show(<ValueTile label="SpO₂" value={null} score={0} />)
    const tile = screen.getByRole('group', { name: 'SpO₂' })
    expect(tile.dataset['state']).toBe('missing')
    expect(tile.dataset['score']).toBe('none')
    expect(within(tile).getByText('Missing')).toBeTruthy()
  })

  it('a scored value has the digit beside its colour', () => {
    show(<ValueTile label="Pulse" value="134" unit="/min" score={3} />)
    const tile = screen.getByRole('group', { name: 'Pulse' })
    expect(tile.dataset['score']).toBe('3')
    expect(tile.textContent).toContain('score 3')
  })

  it('a stale value tells its age in words; one that scores 3, or of a grave score, keeps its colour', () => {
    show(
      <>
        <ValueTile label="Pulse" value="134" score={3} stale age="14 h ago" />
        <ValueTile label="RR" value="22" score={2} stale age="31 min ago" />
        <ValueTile label="BP" value="105" score={1} stale grave age="31 min ago" />
        <ValueTile label="Temp" value="37" score={0} stale grave age="31 min ago" />
      </>,
    )
    const of = (name: string) => {
      const tile = screen.getByRole('group', { name })
      return [tile.dataset['state'], tile.dataset['score'], tile.textContent]
    }
    expect(of('Pulse')).toEqual(['measure-again', '3', 'Pulse134score 3Stale, 14 h ago'])
    expect(of('RR')).toEqual(['stale', 'none', 'RR22score 2Stale, 31 min ago'])
    expect(of('BP')).toEqual(['measure-again', '1', 'BP105score 1Stale, 31 min ago'])
    expect(of('Temp')).toEqual(['stale', 'none', 'Temp37Stale, 31 min ago'])
  })
})

describe('missing values', () => {
  it('P340 O457 missing values display as a dash, or as N/A in detail lists', () => {
    show(
      <>
        <p data-testid="dash">
          <Dash>{null}</Dash>
        </p>
        <p data-testid="na">
          <Dash as="n/a">{''}</Dash>
        </p>
        <p data-testid="zero">
          <Dash>{0}</Dash>
        </p>
      </>,
    )
    expect(within(screen.getByTestId('dash')).getByText('–')).toBeTruthy()
    expect(screen.getByTestId('dash').textContent).toContain('Not recorded')
    expect(screen.getByTestId('na').textContent).toBe('N/A')
    expect(screen.getByTestId('zero').textContent).toBe('0')
  })

  it('a cell of the observation chart that was not measured shows the dash and no score', () => {
    show(
      <ObservationTable
        caption="Check-ups"
        columns={[
          { id: 'a', heading: 'Jan 05' },
          { id: 'b', heading: 'Jan 06' },
        ]}
        rows={[
          {
            id: 'spo2',
            label: 'SpO₂',
            cells: [
              { value: null, score: 0 },
              { value: '91', score: 3 },
            ],
          },
        ]}
      />,
    )
    const [missing, scored] = screen.getAllByRole('cell').slice(-2)
    expect(missing?.dataset['score']).toBe('missing')
    expect(missing?.textContent).toContain('–')
    expect(scored?.dataset['score']).toBe('3')
    expect(scored?.textContent).toContain('score 3')
    expect(screen.getByRole('rowheader', { name: 'SpO₂' })).toBeTruthy()
  })

  it('where not all columns fit the newest is in view, also when older ones arrive after it; a reader elsewhere stays there until there is a newer one', () => {
    function Growing() {
      const [ids, setIds] = useState(['d'])
      return (
        <>
          <button type="button" onClick={() => setIds(['a', 'b', 'c', 'd'])}>
            More
          </button>
          <button type="button" onClick={() => setIds((known) => ['older', ...known])}>
            Older
          </button>
          <button type="button" onClick={() => setIds((known) => [...known, 'newer'])}>
            Newer
          </button>
          <ObservationTable
            caption="Check-ups"
            columns={ids.map((id) => ({ id, heading: id }))}
            rows={[{ id: 'spo2', label: 'SpO₂', cells: ids.map(() => ({ value: '97' })) }]}
          />
        </>
      )
    }
    const wide = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(112)
    show(<Growing />)
    wide.mockReturnValue(448)
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    const area = screen.getByRole('region', { name: 'Check-ups' })
    expect(area.scrollLeft).toBe(448)
    area.scrollLeft = 100
    fireEvent.click(screen.getByRole('button', { name: 'Older' }))
    expect(area.scrollLeft).toBe(100)
    fireEvent.click(screen.getByRole('button', { name: 'Newer' }))
    expect(area.scrollLeft).toBe(448)
    wide.mockRestore()
  })
})

const john = {
  firstName: 'John',
  lastName: 'Smith',
  gender: 'male',
  birthDate: '1948-03-02',
  numSimilarNames: 0,
  nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
} as const

describe('patient banner', () => {
  it('P373 name, birth date, gender and identifier are in this order, the identifier as xxx xxx xxxx', () => {
    show(<PatientBanner patient={john} />)
    const text = screen.getByRole('region', { name: 'Patient' }).textContent
    const places = [
      'SMITH, John',
      'Born',
      '02-Mar-1948',
      'Gender',
      'Male',
      'NHS No.',
      '943 476 5919',
    ].map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(text).toMatch(/02-Mar-1948 \(\d+y\)/)
    expect(text).not.toMatch(/(Born|Gender|NHS No\.):/)
  })

  it('without a national scheme a missing number is no gap: the US edition has no NHS line', () => {
    show(<PatientBanner patient={{ ...john, nationalIdentifier: null }} />, 'en-US')
    expect(screen.queryByText('NHS No.')).toBeNull()
    expect(screen.queryByText('Not known')).toBeNull()
  })

  it('what is not known is told in words', () => {
    show(
      <PatientBanner
        patient={{ ...john, birthDate: null, gender: null, nationalIdentifier: null }}
      />,
    )
    expect(screen.getAllByText('Not known')).toHaveLength(3)
    expect(screen.queryByText('?')).toBeNull()
  })

  it('P336 P337 similar names show an icon and a word, with their count, and none show none', () => {
    show(
      <>
        <SimilarNamesWarning count={1} />
        <SimilarNamesWarning count={3} />
        <SimilarNamesWarning count={0} />
      </>,
    )
    expect(screen.getAllByRole('button').map((mark) => mark.getAttribute('aria-label'))).toEqual([
      '1 other patient has a similar name',
      '3 other patients have a similar name',
    ])
    expect(screen.getAllByText('Similar name')).toHaveLength(2)
  })
})

describe('connection in words', () => {
  const at = Date.parse('2026-01-05T14:32:00Z')
  const since = Date.parse('2026-01-05T14:10:00Z')
  it.each([
    ['Live', <ConnectionState key="1" state="live" lastContactAt={at} waiting={0} refused={0} />],
    [
      'Up to date, checked 05-Jan-2026 14:32',
      <ConnectionState key="2" state="checked" lastContactAt={at} waiting={0} refused={0} />,
    ],
    [
      'Saving…',
      <ConnectionState key="3a" state="saving" lastContactAt={at} waiting={0} refused={0} />,
    ],
    [
      'Saving… 2',
      <ConnectionState key="3" state="saving" lastContactAt={at} waiting={2} refused={0} />,
    ],
    [
      'Offline: 3 changes kept on this device, data from 05-Jan-2026 14:10',
      <ConnectionState key="4" state="offline" lastContactAt={since} waiting={3} refused={0} />,
    ],
    [
      'Sending 2 of 3',
      <ConnectionState
        key="5"
        state="sending"
        lastContactAt={at}
        waiting={2}
        refused={0}
        sending={{ at: 2, of: 3 }}
      />,
    ],
    [
      'Waiting to send: 2',
      <ConnectionState key="7" state="waiting" lastContactAt={at} waiting={2} refused={0} />,
    ],
    [
      '1 needs your attention',
      <ConnectionState key="6" state="refused" lastContactAt={at} waiting={0} refused={1} />,
    ],
    [
      'Offline: 3 changes kept on this device, data from 05-Jan-2026 14:10 · 2 need your attention',
      <ConnectionState key="8" state="offline" lastContactAt={since} waiting={3} refused={2} />,
    ],
  ])('%s', (words, element) => {
    show(element)
    expect(screen.getByRole('status').textContent).toBe(words)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('leads where it is told to, and is still a status that is announced', () => {
    show(<ConnectionState state="waiting" lastContactAt={at} waiting={2} refused={0} to="/sync" />)
    expect(screen.getByRole('link', { name: 'Waiting to send: 2' }).getAttribute('href')).toBe(
      '/sync',
    )
    expect(screen.getByRole('status')).toBeTruthy()
  })
})
