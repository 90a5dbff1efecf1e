import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Problem } from '../../../domain/problem'
import { emergencyAccessTexts } from '../../../texts/emergency-access'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { Bone, EmptyState, ErrorState, Skeleton, TableSkeleton } from '../../../ui/feedback'
import { Page } from '../../../ui/layout'
import { paths } from '../../../ui/paths'
import { useProblemText } from '../../../ui/problem'
import { OpenAnyway } from './OpenAnyway'

export interface NoRecordProps {
  readonly patientId: string
  /** The reader's emergency access to it ended. */
  readonly isOver: boolean
  readonly reading: {
    readonly ready: boolean
    readonly gone?: string
    readonly problem: Problem | null
    readonly freshness: { readonly fetching: boolean }
    readonly refresh: () => Promise<void>
  }
  readonly offline: boolean
}

/** Why there is no record: loading, unknown, taken from the user, not here, or failed. */
export function NoRecord({ patientId, reading, offline, isOver }: NoRecordProps) {
  const say = useProblemText()
  const edition = useEdition()
  const t = patientTexts(edition)
  const { over: emergency } = emergencyAccessTexts(edition)
  const { ready, problem, freshness, refresh } = reading
  const toWard = (
    <Button component={Link} to={paths.virtualWard()} variant="default">
      {t.notFound.back}
    </Button>
  )
  const retry = (
    <Button variant="default" loading={freshness.fetching} onClick={() => void refresh()}>
      {t.vitals.retry}
    </Button>
  )
  const ways = (
    <>
      {toWard}
      <OpenAnyway patientId={patientId} offline={offline} onOpened={() => void refresh()} />
    </>
  )
  if (isOver)
    return (
      <Page>
        <EmptyState title={emergency.title} text={emergency.text} action={ways} />
      </Page>
    )
  if (reading.gone !== undefined && reading.gone !== 'UNKNOWN') {
    return (
      <Page>
        <EmptyState title={t.noLonger.title} text={t.noLonger.text} action={ways} />
      </Page>
    )
  }
  if (
    reading.gone === 'UNKNOWN' ||
    problem?.kind === 'not-found' ||
    problem?.kind === 'forbidden'
  ) {
    return (
      <Page>
        <EmptyState title={t.notFound.title} text={t.notFound.text} action={ways} />
      </Page>
    )
  }
  if (ready && offline) {
    return (
      <Page>
        <EmptyState
          title={t.notKept.title}
          text={t.notKept.text}
          action={
            <>
              {retry}
              {toWard}
            </>
          }
        />
      </Page>
    )
  }
  if (problem !== null) {
    return (
      <Page>
        <ErrorState title={t.failed} stillTrue={say(problem)}>
          {retry}
          {toWard}
        </ErrorState>
      </Page>
    )
  }
  return (
    <Page>
      <Skeleton>
        <Bone width="40%" height={28} />
      </Skeleton>
      <TableSkeleton />
    </Page>
  )
}
