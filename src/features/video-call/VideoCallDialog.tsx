import { Button, Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { createVideoCallRoom, type VideoCallRoom } from '../../data/video-call'
import { nobodyToCall } from '../../domain/patient/call'
import { useCommand } from '../../engine/react'
import { videoCallTexts } from '../../texts/video-call'
import { useEdition, useTexts } from '../../ui/edition'
import { Banner, Dialog, showToast, Tooltip } from '../../ui/feedback'
import { SecretValue } from '../../ui/form-kit'
import type { ActionReasonProps, PatientActionProps } from '../../ui/room'
import { useOpenWork, useUnsaved } from '../../ui/work'
import styles from './video-call.module.css'

/** What was started: whom the patient's link was sent to, without the links themselves. */
type Started = Pick<VideoCallRoom, 'sentSms' | 'sentPushNotification'>

function StartedCall({
  links,
  started,
}: {
  /** By their labels; outside of React's state. */
  readonly links: ReadonlyMap<string, string>
  readonly started: Started
}) {
  const t = videoCallTexts(useEdition()).start
  useOpenWork('typing') // a new version of the app would take the only copy
  const open = (): void => {
    window.open(links.get(t.host), '_blank', 'noopener')
  }
  return (
    <div className={styles['started']}>
      <Banner kind="success" title={t.started}>
        {t.once}
      </Banner>
      <SecretValue box={links} label={t.patient} />
      <ul className={styles['sent']}>
        {started.sentSms && <li>{t.sent.sms}</li>}
        {started.sentPushNotification && <li>{t.sent.push}</li>}
        {!started.sentSms && !started.sentPushNotification && <li>{t.sent.nothing}</li>}
      </ul>
      <SecretValue box={links} label={t.host} />
      <p className={styles['hint']}>{t.hostHint}</p>
      <Button onClick={open}>{t.open}</Button>
    </div>
  )
}

/** Starts a video call: not started, started with both links shown once, or failed (C387). */
export function VideoCallDialog({ patient, onClose }: PatientActionProps) {
  const t = videoCallTexts(useEdition()).start
  const { blocked: reasons } = useTexts().ui
  const command = useCommand(createVideoCallRoom)
  const [hasWaitingRoom, setHasWaitingRoom] = useState(true)
  const [state, setState] = useState<'not-started' | 'failed' | 'lost' | Started>('not-started')
  const [links] = useState(() => new Map<string, string>())
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
      links.clear()
    }
  }, [links])
  const isStarted = typeof state === 'object'
  const release = useUnsaved(isStarted ? 'secret' : null)
  const close = (): void => {
    release()
    onClose()
  }

  const start = async (): Promise<void> => {
    const result = await command.run({
      patientId: patient.id,
      options: { waitingRoom: hasWaitingRoom },
    })
    if (result.kind !== 'done') {
      showToast('video call', t.failedToast)
      setState('failed')
      return
    }
    const { hostRoomUrl, patientRoomUrl, sentSms, sentPushNotification } = result.value
    if (!isThere.current) return showToast('video call', t.lost)
    if (hostRoomUrl === null || patientRoomUrl === null) return setState('lost')
    links.set(t.host, hostRoomUrl)
    links.set(t.patient, patientRoomUrl)
    return setState({ sentSms, sentPushNotification })
  }
  const reason = command.blocked === null ? null : reasons[command.blocked]
  return (
    <Dialog
      title={t.title}
      onClose={close}
      actions={
        isStarted ? (
          <Button variant="default" onClick={close}>
            {t.close}
          </Button>
        ) : (
          <Tooltip label={reason} disabled={reason === null}>
            <Button
              loading={command.busy}
              aria-disabled={reason !== null}
              onClick={() => {
                if (reason === null) void start()
              }}
            >
              {t.submit}
            </Button>
          </Tooltip>
        )
      }
    >
      {!isStarted && <p>{t.text}</p>}
      {state === 'failed' && <Banner kind="danger">{t.failed}</Banner>}
      {state === 'lost' && <Banner>{t.lost}</Banner>}
      <Checkbox
        label={t.waitingRoom}
        description={isStarted ? t.locked : t.waitingRoomHint}
        checked={hasWaitingRoom}
        disabled={isStarted || command.busy}
        onChange={({ currentTarget }) => setHasWaitingRoom(currentTarget.checked)}
      />
      {isStarted && <StartedCall links={links} started={state} />}
    </Dialog>
  )
}

/** Whom nothing is registered by which to reach them is not called: nobody could be given the link. */
export function NobodyToCall({ patient, children }: ActionReasonProps) {
  const t = videoCallTexts(useEdition()).start
  return children(nobodyToCall(patient) === 'contact' ? t.nobodyToCall : null)
}
