import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall, useConnection } from '../../data/hooks'
import { portalVersion } from '../../data/maintenance'
import { useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { updateNow } from '../service-worker'
import { isNewRelease, versionCheckMs } from '../version.view'
import { usePoll } from './use-poll'

interface NewVersionNoticeProps {
  /** The commit this page was built from. */
  readonly running: string
  readonly onUpdate?: () => Promise<void>
  /** Hears of a check that failed; nothing else comes of it (P335). */
  readonly onFailure: (message: string) => void
}

/** A persistent warning once another release is deployed (P152, P265, C404). Nobody's work is interrupted by it. */
export function NewVersionNotice({ running, onUpdate = updateNow, onFailure }: NewVersionNoticeProps) {
  const t = useTexts().shell.version
  const { run } = useCall(portalVersion)
  const { waiting } = useConnection()
  const [deployed, setDeployed] = useState<string | null>(null)
  const [updating, setUpdating] = useState(false)
  usePoll(versionCheckMs, () => {
    void run().then((result) => {
      if (result.kind === 'done') setDeployed(result.value.gitHash)
      else onFailure(result.problem.message)
    })
  })
  if (!isNewRelease(running, deployed)) return null
  const update = () => {
    setUpdating(true)
    void onUpdate()
  }
  return (
    <Banner action={<Button size="sm" variant="default" onClick={update} disabled={updating}>{updating ? t.updating : t.update}</Button>}>
      {waiting > 0 ? `${t.message} ${t.waiting(waiting)}` : t.message}
    </Banner>
  )
}
