import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Edition } from '../../domain/organization/organization'
import type { Call, CallPhase, CallView } from '../../domain/video-call/view'
import { videoCallTexts } from '../../texts/video-call'
import { EditionProvider, useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { CentredCard } from '../../ui/layout'
import { MediaView } from './MediaView'
import styles from './video-call.module.css'

interface CallProps {
  readonly call: Call<MediaStream>
}
interface ShownProps extends CallProps {
  readonly view: CallView<MediaStream>
}

/** What the page says while there is nothing to do but to wait, or nothing any more. */
function Notice({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <div className={styles['notice']}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  )
}

function Lacks({ view: { media }, call }: ShownProps) {
  const t = videoCallTexts(useEdition()).page
  if (media === null || (media.hasCamera && media.hasMicrophone)) return null
  const text =
    media.hasCamera === media.hasMicrophone
      ? t.lacks.both
      : media.hasCamera
        ? t.lacks.microphone
        : t.lacks.camera
  return (
    <Banner
      action={
        <Button variant="default" onClick={call.askMedia}>
          {t.again}
        </Button>
      }
    >
      {text} {t.lacks.hint}
    </Banner>
  )
}

/** Microphone and camera on and off. */
function Switches({ view, call }: ShownProps) {
  const t = videoCallTexts(useEdition()).page
  const { media, isMuted, isCameraOff } = view
  return (
    <>
      {media?.hasMicrophone === true && (
        <Button
          size="lg"
          variant="default"
          aria-pressed={isMuted}
          onClick={() => call.mute(!isMuted)}
        >
          {isMuted ? t.unmute : t.mute}
        </Button>
      )}
      {media?.hasCamera === true && (
        <Button
          size="lg"
          variant="default"
          aria-pressed={isCameraOff}
          onClick={() => call.turnCameraOff(!isCameraOff)}
        >
          {isCameraOff ? t.cameraOn : t.cameraOff}
        </Button>
      )}
    </>
  )
}

/** Before joining: what the others will see, and that everything works. */
function Ready({ view, call }: ShownProps) {
  const t = videoCallTexts(useEdition()).page
  const { room, media, isCameraOff } = view
  if (room === null) return null
  const isPatient = room.side === 'patient'
  return (
    <div className={styles['notice']}>
      <h1>{isPatient ? t.with(room.organization.name) : t.of(room.organization.name)}</h1>
      {media === null ? (
        <output>{t.ready.asking}</output>
      ) : (
        <>
          {media.hasCamera && (
            <>
              <p>{isCameraOff ? t.cameraIsOff : t.ready.lead}</p>
              <MediaView stream={media.stream} label={t.ownVideo} isOwn />
            </>
          )}
          <Lacks view={view} call={call} />
        </>
      )}
      {isPatient && room.hasWaitingRoom && <p>{t.ready.waitingRoom}</p>}
      <div className={styles['controls']}>
        <Button size="lg" disabled={media === null} onClick={call.join}>
          {t.ready.join}
        </Button>
        <Switches view={view} call={call} />
      </div>
    </div>
  )
}

/** In the room: waiting, or talking. */
function Joined({ view, call }: ShownProps) {
  const t = videoCallTexts(useEdition()).page
  const { phase, room, media, other, isCameraOff } = view
  const isHost = room?.side === 'host'
  const says = ((): string => {
    if (phase === 'alone') return isHost ? t.says.aloneHost : t.says.alonePatient
    return t.says[phase as Exclude<keyof typeof t.says, 'aloneHost' | 'alonePatient'>]
  })()
  return (
    <div className={styles['call']}>
      <h1 className={styles['heading']}>
        {isHost ? t.of(room?.organization.name ?? '') : t.with(room?.organization.name ?? '')}
      </h1>
      <div className={styles['stage']}>
        {other !== null && <MediaView stream={other} label={t.otherVideo} />}
        {media?.hasCamera === true && !isCameraOff && (
          <MediaView stream={media.stream} label={t.ownVideo} isOwn />
        )}
        <output className={styles['says']} data-phase={phase}>
          {says}
        </output>
      </div>
      <div className={styles['controls']}>
        {phase === 'knocking' && (
          <Button size="lg" onClick={call.admit}>
            {t.admit}
          </Button>
        )}
        <Switches view={view} call={call} />
        <Button size="lg" color="red" onClick={call.leave}>
          {isHost ? t.end : t.leave}
        </Button>
      </div>
    </div>
  )
}

const ended = ['unknown', 'over', 'left', 'taken', 'unreachable'] as const
type Ended = (typeof ended)[number]
const endedOf = (phase: CallPhase): Ended | null => ended.find((one) => one === phase) ?? null

function Shown({ view, call }: ShownProps) {
  const t = videoCallTexts(useEdition()).page
  const { phase } = view
  useEffect(() => {
    document.title = t.title
  }, [t])
  const end = endedOf(phase)
  if (end !== null)
    return (
      <CentredCard>
        <Notice {...t[end]}>
          {end !== 'unknown' && end !== 'over' && (
            <Button size="lg" onClick={call.look}>
              {end === 'left' ? t.rejoin : t.again}
            </Button>
          )}
        </Notice>
      </CentredCard>
    )
  if (phase === 'looking')
    return (
      <CentredCard>
        <output>{t.looking}</output>
      </CentredCard>
    )
  return (
    <CentredCard wide>
      {phase === 'ready' ? <Ready view={view} call={call} /> : <Joined view={view} call={call} />}
    </CentredCard>
  )
}

/** The page of a video call, for host and patient, in the words of the organisation's edition. */
export function CallPage({ call }: CallProps) {
  const view = useSyncExternalStore(call.subscribe, call.get)
  const [fallback] = useState<Edition>('en-GB')
  return (
    <EditionProvider edition={view.room?.organization.edition ?? fallback}>
      <Shown view={view} call={call} />
    </EditionProvider>
  )
}
