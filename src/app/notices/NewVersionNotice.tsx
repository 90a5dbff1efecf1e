import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useCall, useOutdated, useUnsent } from '../../engine/react'
import { portalVersion } from '../../data/maintenance'
import { useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { useUpdate } from '../update'
import { isNewRelease, lookAtTabsMs, versionCheckMs } from '../version.view'
import { usePoll } from './use-poll'

interface NewVersionNoticeProps {
  /** The commit this page was built from. */
  readonly running: string
  /** Hears of a check that failed; nothing else comes of it (P335). */
  readonly onFailure: (message: string) => void
  /** Hears whether the server is a demonstration. */
  readonly onDemonstration: (is: boolean) => void
}

/** The notice itself: what the update would meet in every tab, and the button that begins it. */
function Found({ outdated }: { readonly outdated: boolean }) {
  const t = useTexts().shell.version
  const { waiting } = useUnsent()
  const { update, state } = useUpdate()
  useEffect(() => {
    void update?.fetch()
    // A wall display may be a tab that nobody looks at: asked whether it is visible or not.
    void update?.look()
    const timer = setInterval(() => void update?.look(), lookAtTabsMs)
    return () => clearInterval(timer)
  }, [update])
  const sentences = [
    outdated ? t.outdated : t.message,
    ...(waiting > 0 && !outdated ? [t.waiting(waiting)] : []),
    ...(state.held ? [t.held] : []),
    ...(state.own === null || (state.held && state.own === 'typing') ? [] : [t.here[state.own]]),
    ...state.busy.flatMap(({ work, title }) => (work === null ? [] : [t.elsewhere[work](title)])),
  ]
  return (
    <Banner
      action={
        <Button variant="default" onClick={() => void update?.apply()} disabled={state.applying}>
          {state.applying ? t.updating : t.update}
        </Button>
      }
    >
      {sentences.join(' ')}
    </Banner>
  )
}

/** A persistent warning about a new release (P152, P265, C404). It interrupts nobody. */
export function NewVersionNotice({ running, onFailure, onDemonstration }: NewVersionNoticeProps) {
  const { run } = useCall(portalVersion)
  const outdated = useOutdated()
  const [deployed, setDeployed] = useState<string | null>(null)
  usePoll(versionCheckMs, () => {
    void run().then((result) => {
      if (result.kind === 'done') {
        setDeployed(result.value.gitHash)
        onDemonstration(result.value.demonstration)
      } else onFailure(result.problem.said ?? result.problem.code)
    })
  })
  return outdated || isNewRelease(running, deployed) ? <Found outdated={outdated} /> : null
}
