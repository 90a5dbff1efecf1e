import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { listsTexts } from '../../texts/lists'
import { useEdition, useTexts } from '../edition'
import { useLate } from '../time'
import { stateOf, type Asked } from './asked'
import styles from './Await.module.css'
import { EmptyState } from './EmptyState'
import { ErrorState } from './ErrorState'
import { TextSkeleton } from './Skeletons'
import { useProblemText } from '../problem'

/** What loads faster than this is not seen to load, milliseconds. */
const unseenMs = 500

/** A skeleton that keeps its place from the start, and is seen and told only when it takes long. */
function LateSkeleton({ children }: { readonly children: ReactNode }) {
  const late = useLate(true, unseenMs)
  return (
    <div className={styles['late']} data-late={late} aria-hidden={!late}>
      {children}
    </div>
  )
}

export interface TroubleProps {
  readonly of: Asked<unknown>
  /** What failed, as a sentence. */
  readonly failed?: string
  /** That it is not here without a connection, as a sentence. */
  readonly offline?: string
}

/** Above a shown value: the last refresh failed, or the value is old. */
export function Trouble({ of, failed }: TroubleProps) {
  const t = listsTexts(useEdition())
  const { errors } = useTexts().ui
  if (of.offline) return <output className={styles['offline']}>{t.offline.shown}</output>
  if (of.problem === null) return null
  return (
    <ErrorState
      look="line"
      title={failed ?? t.failed}
      stillTrue={errors.stillTrue}
      onRetry={() => void of.refresh()}
      retrying={of.fetching}
    />
  )
}

export function Forbidden() {
  const { forbidden } = useTexts().ui
  return <EmptyState title={forbidden.title} text={forbidden.text} />
}

/** Why a value is not here: loading, failed, offline, or not permitted. */
export function Absent({
  of,
  failed,
  offline,
  skeleton,
}: TroubleProps & { readonly skeleton?: ReactNode }) {
  const t = listsTexts(useEdition())
  const { retry } = useTexts().ui
  const say = useProblemText()
  const state = stateOf(of)
  const again = () => void of.refresh()
  if (state === 'forbidden') return <Forbidden />
  if (state === 'offline')
    return (
      <EmptyState
        title={offline ?? t.offline.title}
        text={offline === undefined ? t.offline.text : undefined}
        action={
          <Button variant="default" loading={of.fetching} onClick={again}>
            {retry}
          </Button>
        }
      />
    )
  if (state === 'failed')
    return (
      <ErrorState
        title={failed ?? t.failed}
        stillTrue={of.problem === null ? undefined : say(of.problem)}
        onRetry={again}
        retrying={of.fetching}
      />
    )
  return <LateSkeleton>{skeleton ?? <TextSkeleton lines={4} />}</LateSkeleton>
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

export interface AwaitProps<Value> extends TroubleProps {
  readonly of: Asked<Value>
  /** The shape of the value while it is on its way. */
  readonly skeleton?: ReactNode
  /** In the place of a value in which there is nothing; without it an empty value is shown as any. */
  readonly empty?: ReactNode
  /** Of a value that is not a list: whether there is nothing in it. */
  readonly isEmpty?: (value: Value) => boolean
  readonly children: (value: Value) => ReactNode
}

/** Shows an asked value: its skeleton, the value and its problem, why there is none, or empty. */
export function Await<Value>({
  of,
  failed,
  offline,
  skeleton,
  empty,
  isEmpty = isEmptyList,
  children,
}: AwaitProps<Value>) {
  const { value } = of
  const isNothing = value !== null && isEmpty(value)
  // An empty list may have changed since: the failure is said instead.
  const asked = isNothing && of.problem !== null && !of.offline ? { ...of, value: null } : of
  if (value === null || stateOf(asked) !== 'shown')
    return <Absent of={asked} failed={failed} offline={offline} skeleton={skeleton} />
  return (
    <>
      <Trouble of={of} failed={failed} />
      {empty !== undefined && isNothing ? empty : children(value)}
    </>
  )
}
