import { describe, expect, test } from 'vitest'
import { createPortalReports, gatherMs } from '../../src/app/portal-reports'
import type { PortalReport } from '../../src/domain/telemetry/portal-report'

const fault = { what: 'fault', where: 'pull', kind: 'storage' } as const
const use = { what: 'event', name: 'page-opened', page: '/patients/:tab' } as const

/** Reports with a hand-wound timer and a connection that can be cut. */
const open = () => {
  const sent: { readonly address: string; readonly report: PortalReport }[] = []
  const timers: { readonly run: () => void; readonly ms: number }[] = []
  const state = { isOnline: true, isTaken: true }
  const reports = createPortalReports({
    address: '/Prod/portal-reports',
    release: 'a1b2',
    isOnline: () => state.isOnline,
    send: (address, body) => {
      if (state.isTaken) sent.push({ address, report: JSON.parse(body) as PortalReport })
      return state.isTaken
    },
    later: (run, ms) => timers.push({ run, ms }),
  })
  return { reports, sent, timers, state, wind: () => timers.shift()?.run() }
}

describe('what happened is told to the server', () => {
  test('gathered for ten seconds, each kind once with how often', () => {
    const { reports, sent, timers, wind } = open()
    reports.tell(fault)
    reports.tell(use)
    reports.tell(fault)
    expect([sent, timers.map(({ ms }) => ms)]).toEqual([[], [gatherMs]])
    wind()
    expect(sent).toEqual([
      {
        address: '/Prod/portal-reports',
        report: {
          release: 'a1b2',
          entries: [
            { ...fault, times: 2 },
            { ...use, times: 1 },
          ],
        },
      },
    ])
    expect(timers).toEqual([])
  })

  test('nothing new, nothing sent', () => {
    const { reports, sent, wind } = open()
    reports.tell(fault)
    wind()
    reports.flush()
    expect(sent).toHaveLength(1)
  })

  test('without a connection it waits, and is counted on', () => {
    const { reports, sent, state, wind } = open()
    state.isOnline = false
    reports.tell(fault)
    wind()
    reports.tell(fault)
    state.isOnline = true
    wind()
    expect(sent.map(({ report }) => report.entries)).toEqual([[{ ...fault, times: 2 }]])
  })

  test('what the browser does not take is tried again', () => {
    const { reports, sent, state, wind } = open()
    state.isTaken = false
    reports.tell(use)
    wind()
    state.isTaken = true
    wind()
    expect(sent.map(({ report }) => report.entries)).toEqual([[{ ...use, times: 1 }]])
  })

  test('the end of the page sends at once', () => {
    const { reports, sent } = open()
    reports.tell(use)
    reports.flush()
    expect(sent).toHaveLength(1)
  })

  test('a place that might name somebody stays on the device', () => {
    const { reports, sent, timers } = open()
    reports.tell({ ...fault, where: 'patient 9434765919' })
    reports.flush()
    expect([sent, timers]).toEqual([[], []])
  })

  test('twenty kinds at most, and a thousand of each', () => {
    const { reports, sent } = open()
    for (let index = 0; index < 1_005; index += 1) reports.tell(fault)
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      reports.tell({ ...fault, where: `place ${letter}` })
    reports.flush()
    expect(sent[0]?.report.entries).toHaveLength(20)
    expect(sent[0]?.report.entries[0]).toEqual({ ...fault, times: 1_000 })
  })
})
