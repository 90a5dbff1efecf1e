import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { videoCallTexts } from '../../texts/video-call'
import { useEdition } from '../../ui/edition'
import styles from './video-call.module.css'

interface MediaViewProps {
  readonly stream: MediaStream | null
  readonly label: string
  /** One's own: without sound, and as in a mirror. */
  readonly isOwn?: boolean
}

/** Shows a stream. Where the browser plays no sound by itself, a press does. */
export function MediaView({ stream, label, isOwn = false }: MediaViewProps) {
  const t = videoCallTexts(useEdition()).page
  const video = useRef<HTMLVideoElement>(null)
  const [isHeld, setIsHeld] = useState(false)
  const play = useCallback((): void => {
    void video.current?.play()?.then(
      () => setIsHeld(false),
      (thrown: unknown) =>
        setIsHeld(thrown instanceof DOMException && thrown.name === 'NotAllowedError'),
    )
  }, [])
  useEffect(() => {
    const element = video.current
    if (element === null) return undefined
    element.srcObject = stream
    if (stream !== null) play()
    return () => {
      element.srcObject = null
    }
  }, [stream, play])
  return (
    <div className={styles[isOwn ? 'own' : 'other']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people who talk now have no captions */}
      <video ref={video} aria-label={label} muted={isOwn} playsInline data-mirrored={isOwn} />
      {isHeld && (
        <Button className={styles['sound'] ?? ''} onClick={play}>
          {t.unheard}
        </Button>
      )}
    </div>
  )
}
