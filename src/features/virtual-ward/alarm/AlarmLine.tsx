import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { virtualWard } from '../../../data/virtual-ward'
import { formatMoment } from '../../../domain/time'
import {
  longestMuteMs,
  muteReasons,
  notMuted,
  soundedAlerts,
  soundEveryMs,
  type Mute,
  type MuteReason,
} from '../../../domain/virtual-ward/alarm'
import { useOffline, useResource } from '../../../engine/react'
import { alarmTexts as t } from '../../../texts/alarm'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import { readNow, useNow } from '../../../ui/time'
import { wholeByAlerts } from '../virtual-ward.view'
import styles from './AlarmLine.module.css'
import { useSound } from './use-sound'

const isReason = (value: string): value is MuteReason =>
  muteReasons.some((reason) => reason === value)

/**
 * The sound of this desk, while it is turned on: a burst each 30 seconds while nobody deals with a grave
 * alert, whoever is shown. It says what sounds, that it is muted and why, and that the browser plays
 * nothing.
 */
export function AlarmLine() {
  const edition = useEdition()
  const { rows } = useResource(virtualWard, wholeByAlerts)
  const { isBlocked, unblock, burst } = useSound()
  const isOffline = useOffline()
  const now = useNow(5_000)
  const [mute, setMute] = useState<Mute | null>(null)
  const [reason, setReason] = useState<MuteReason>(muteReasons[0])
  const sounded = soundedAlerts(rows, now)
  const loud = notMuted(sounded, mute, now)
  const what = loud.join(' ')
  useEffect(() => {
    if (what === '' || isBlocked) return undefined
    burst()
    const timer = setInterval(burst, soundEveryMs)
    return () => clearInterval(timer)
  }, [what, burst, isBlocked])
  return (
    <>
      {isBlocked && (
        <Banner
          kind="warning"
          title={t.blocked.title}
          action={<Button onClick={unblock}>{t.blocked.turnOn}</Button>}
        >
          {t.blocked.text}
        </Banner>
      )}
      {isOffline && !isBlocked && <Banner kind="warning" title={t.offline} />}
      {loud.length > 0 && (
        <Banner kind="danger" title={t.sounding(loud.length)}>
          <div className={styles['acts']}>
            <Link to={paths.openAlerts()} className="finger">
              {t.open}
            </Link>
            <NativeSelect
              label={t.because}
              value={reason}
              data={muteReasons.map((value) => ({ value, label: t.reasons[value] }))}
              onChange={({ currentTarget: { value } }) => {
                if (isReason(value)) setReason(value)
              }}
            />
            <Button
              variant="default"
              onClick={() =>
                setMute({ reason, untilMs: readNow() + longestMuteMs, alertIds: sounded })
              }
            >
              {t.mute}
            </Button>
          </div>
        </Banner>
      )}
      {mute !== null && mute.untilMs > now && sounded.length > loud.length && (
        <Banner
          kind="warning"
          title={t.muted(formatMoment(mute.untilMs, now, edition), t.reasons[mute.reason])}
          action={
            <Button variant="default" onClick={() => setMute(null)}>
              {t.unmute}
            </Button>
          }
        >
          {t.mutedText}
        </Banner>
      )}
    </>
  )
}
