import { useCallback, useEffect, useState } from 'react'
import { patientReport, type ReportAsked, type ReportPart } from '../../data/report'
import type { Report } from '../../domain/report/device'
import type { Problem } from '../../domain/problem'
import { useCall } from '../../engine/react'

/** What the server answered of a report. */
export interface ServerReport {
  readonly report: Report | null
  /** When its first part was answered, epoch milliseconds. */
  readonly asOf: number | null
  readonly problem: Problem | null
  readonly progress: { readonly done: number; readonly of: number } | null
  readonly retry: () => void
}

type State = Omit<ServerReport, 'retry'> & { readonly of: string }

const empty: Report = {
  aggregates: [],
  softSigns: [],
  checkups: [],
  notes: [],
  alerts: [],
  wardAdmissions: [],
}

const joined = (report: Report, part: ReportPart): Report => ({
  aggregates: [...report.aggregates, ...part.aggregates],
  softSigns: [...report.softSigns, ...part.softSigns],
  checkups: [...report.checkups, ...part.checkups],
  notes: [...report.notes, ...part.notes],
  alerts: [...report.alerts, ...part.alerts],
  wardAdmissions: [...report.wardAdmissions, ...part.wardAdmissions],
})

const started: Omit<State, 'of'> = { report: null, asOf: null, problem: null, progress: null }

/** Asks the server for a report, part after part; of null nothing is asked. */
export const useReport = (asked: ReportAsked | null): ServerReport => {
  const { run } = useCall(patientReport)
  const [tries, setTries] = useState(0)
  const of = asked === null ? '' : `${JSON.stringify(asked)} ${tries}`
  const [state, setState] = useState<State>({ ...started, of })
  useEffect(() => {
    if (asked === null) return undefined
    let isOver = false
    const load = async (): Promise<void> => {
      let report = empty
      let after: string | null = null
      let asOf: number | null = null
      do {
        const result = await run({ ...asked, after })
        if (isOver) return
        if (result.kind === 'refused') {
          setState({ ...started, of, problem: result.problem })
          return
        }
        const part = result.value
        asOf ??= Date.parse(part.asOf)
        report = joined(report, part)
        after = part.next
        setState({
          of,
          report: after === null ? report : null,
          asOf,
          problem: null,
          progress: { done: report.checkups.length, of: part.checkupCount },
        })
      } while (after !== null)
    }
    void load()
    return () => {
      isOver = true
    }
  }, [asked, of, run])
  const retry = useCallback(() => setTries((before) => before + 1), [])
  return { ...(state.of === of ? state : started), retry }
}
