import { useEffect, useState, useSyncExternalStore } from 'react'
import { patientReport } from '../../data/report'
import { useCall } from '../../engine/react'
import { createReportLoader, type Loaded, type Wanted } from './load-report'

/** What the server answered of a report. What it answered stays when the connection is lost. */
export const useReport = ({
  base,
  lists,
  madeAt = 0,
  isOn,
}: Wanted): Loaded & { readonly retry: () => void } => {
  const { run } = useCall(patientReport)
  const [loader] = useState(() => createReportLoader(run))
  useEffect(() => loader.want({ base, lists, madeAt, isOn }), [loader, base, lists, madeAt, isOn])
  useEffect(() => () => loader.stop(), [loader])
  const loaded = useSyncExternalStore(loader.subscribe, loader.state)
  return { ...loaded, retry: loader.retry }
}
