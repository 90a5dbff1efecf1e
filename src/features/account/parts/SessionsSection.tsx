import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatDateTime } from '../../../domain/time'
import { useIdentity, useOffline, type Identity } from '../../../engine/react'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { Banner, ConfirmDialog, ErrorState, TextSkeleton } from '../../../ui/feedback'
import { useProblemText } from '../../../ui/problem'
import styles from '../account.module.css'

type SessionsResult = Awaited<ReturnType<Identity['sessions']>>
type Known = Extract<SessionsResult, { kind: 'sessions' }>
type RunningSession = Known['sessions'][number]
type LeftDevice = Known['devices'][number]

/** Devices on which nobody is signed in any more, and which still send what was written there. */
function LeftDevices({
  devices,
  offline,
  onEnd,
}: {
  readonly devices: readonly LeftDevice[]
  readonly offline: boolean
  readonly onEnd: (device: LeftDevice) => void
}) {
  const edition = useEdition()
  const t = accountTexts(edition).sessions
  const at = (instant: string): string => formatDateTime(instant, edition)
  return (
    <>
      <h3>{t.devices.heading}</h3>
      <p className={styles['quiet']}>{t.devices.lead}</p>
      <ul className={styles['sessions']}>
        {devices.map((left) => {
          const name = left.device || t.unknownDevice
          return (
            <li key={left.id}>
              <div>
                <strong>{name}</strong>, {left.organization}
                <p className={styles['quiet']}>
                  {t.devices.times(at(left.startedAt), at(left.lastUsedAt), at(left.until))}
                </p>
              </div>
              <Button
                variant="default"
                disabled={offline}
                aria-label={t.endNamed(name, at(left.lastUsedAt))}
                onClick={() => onEnd(left)}
              >
                {t.end}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Where the user is signed in, and how to end that: for a lost tablet, or a strange one. */
export function SessionsSection() {
  const edition = useEdition()
  const t = accountTexts(edition).sessions
  const say = useProblemText()
  const offline = useOffline()
  const identity = useIdentity()
  const [answer, setAnswer] = useState<SessionsResult | null>(null)
  const [asked, setAsked] = useState<RunningSession | LeftDevice | 'others' | null>(null)
  const [told, setTold] = useState<{ readonly kind: 'info' | 'danger'; readonly text: string }>()

  const load = async () => setAnswer(await identity.sessions())
  useEffect(() => {
    if (offline) return undefined
    let isShown = true
    void identity.sessions().then((result) => {
      if (isShown) setAnswer(result)
    })
    return () => {
      isShown = false
    }
  }, [identity, offline])
  const end = async (which: RunningSession | LeftDevice | 'others') => {
    setAsked(null)
    const result = await identity.endSession(which === 'others' ? null : which.id)
    setTold(
      result.kind === 'success'
        ? { kind: 'info', text: which === 'others' ? t.endedOthers : t.ended }
        : { kind: 'danger', text: `${t.failed} ${say(result.problem)}` },
    )
    await load()
  }
  const at = (instant: string): string => formatDateTime(instant, edition)
  const name = ({ device }: Pick<RunningSession, 'device'>): string => device || t.unknownDevice

  if (answer?.kind === 'unavailable') return null
  const sessions = answer?.kind === 'sessions' ? answer.sessions : []
  const devices = answer?.kind === 'sessions' ? answer.devices : []
  const hasOthers = sessions.some(({ isThisOne }) => !isThisOne)
  return (
    <section className={styles['section']} aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">{t.heading}</h2>
      <p className={styles['quiet']}>{t.lead}</p>
      {told && <Banner kind={told.kind}>{told.text}</Banner>}
      {offline && <p className={styles['quiet']}>{t.offline}</p>}
      {answer === null && !offline && <TextSkeleton />}
      {answer?.kind === 'problem' && !offline && (
        <ErrorState look="line" title={t.unread} onRetry={() => void load()}>
          {say(answer.problem)}
        </ErrorState>
      )}
      {sessions.length > 0 && (
        <ul className={styles['sessions']}>
          {sessions.map((session) => (
            <li key={session.id}>
              <div>
                <strong>{name(session)}</strong>
                {session.isThisOne && <span> ({t.thisOne})</span>}
                <p className={styles['quiet']}>
                  {t.times(at(session.startedAt), at(session.lastUsedAt))}
                </p>
              </div>
              {!session.isThisOne && (
                <Button
                  variant="default"
                  disabled={offline}
                  aria-label={t.endNamed(name(session), at(session.lastUsedAt))}
                  onClick={() => setAsked(session)}
                >
                  {t.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {answer?.kind === 'sessions' && !hasOthers && (
        <p className={styles['quiet']}>{t.onlyThisOne}</p>
      )}
      {devices.length > 0 && <LeftDevices devices={devices} offline={offline} onEnd={setAsked} />}
      {(hasOthers || devices.length > 0) && (
        <div className={styles['actions']}>
          <Button variant="default" disabled={offline} onClick={() => setAsked('others')}>
            {t.endOthers}
          </Button>
        </div>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'others' ? t.endOthersQuestion : t.endQuestion(name(asked))}
          confirmLabel={t.end}
          onConfirm={() => void end(asked)}
          onCancel={() => setAsked(null)}
        >
          {asked !== 'others' && 'until' in asked ? t.devices.means : t.endMeans}
        </ConfirmDialog>
      )}
    </section>
  )
}
