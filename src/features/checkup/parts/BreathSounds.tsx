import { useId, useState } from 'react'
import {
  chestPlaces,
  chestViews,
  countUnplaced,
  firstPlace,
  playTime,
  quadrantsSeen,
  soundsAt,
  type ChestPlace,
} from '../../../domain/checkup/breath-sounds'
import type { Checkup } from '../../../domain/checkup/checkup'
import { checkupTexts } from '../../../texts/checkup'
import { useCountUse } from '../../../ui/count-use'
import { useEdition } from '../../../ui/edition'
import { Choice } from '../../../ui/layout'
import { IconPause, IconPlay } from '../../../ui/layout/icons'
import type { Files } from '../use-files'
import { Block } from './Block'
import { FileState } from './FileState'
import styles from './breath-sounds.module.css'
import { useSound } from './use-sound'

/** The controls of one place: keyed by it, so that its sound ends when another one is chosen. */
function Player({
  url,
  place,
  files,
}: {
  readonly url: string | null
  readonly place: string
  readonly files: Files
}) {
  const t = checkupTexts(useEdition()).breathSounds
  const countUse = useCountUse()
  const sound = useSound(() => countUse('breath-sounds-played'))
  const file = url === null ? null : files.of(url)
  const { isPlaying, isBroken, position, duration } = sound
  const address = file?.kind === 'here' && !isBroken ? file.address : null
  const retry = async (): Promise<void> => {
    await files.refresh()
    sound.reset()
  }
  return (
    <div className={styles['player']}>
      <div className={styles['controls']} data-print="off">
        <button
          type="button"
          className={styles['play']}
          aria-label={isPlaying ? t.pause(place) : t.play(place)}
          disabled={address === null}
          onClick={() => {
            if (isPlaying) sound.pause()
            else if (address !== null) sound.play(address)
          }}
        >
          {isPlaying ? <IconPause size={24} /> : <IconPlay size={24} />}
        </button>
        <input
          type="range"
          className={styles['position']}
          aria-label={t.position}
          aria-valuetext={playTime(position)}
          min={0}
          max={duration ?? 0}
          step={0.1}
          value={position}
          disabled={duration === null || address === null}
          onChange={({ target }) => sound.seek(Number(target.value))}
        />
        <span className={styles['time']} role="timer" aria-label={t.time}>
          {playTime(position)}
          {duration !== null && ` / ${playTime(duration)}`}
        </span>
      </div>
      {file === null && <p className={styles['quiet']}>{t.none}</p>}
      {file !== null && address === null && (
        <FileState
          kind={file.kind === 'here' ? 'failed' : file.kind}
          onRetry={() => void retry()}
          retrying={files.fetching}
        />
      )}
    </div>
  )
}

/** Breath sounds by where they were heard: front or back, and one of four quadrants (C152 to C158). */
export function BreathSounds({
  checkup,
  files,
}: {
  readonly checkup: Checkup
  readonly files: Files
}) {
  const t = checkupTexts(useEdition()).breathSounds
  const name = useId()
  const { lungSounds } = checkup
  const [place, setPlace] = useState<ChestPlace>(() => firstPlace(lungSounds))
  if (lungSounds.length === 0) return null
  const words = ({ view, quadrant }: ChestPlace): string =>
    `${t.views[view]}, ${t.quadrants[quadrant].toLowerCase()}`
  const heard = chestPlaces.filter((one) => soundsAt(lungSounds, one).length > 0)
  const unplaced = countUnplaced(lungSounds)
  const urls = soundsAt(lungSounds, place)
  return (
    <Block title={t.heading}>
      <p className={styles['quiet']}>{t.heard(heard.map(words))}</p>
      <div className={styles['places']} data-print="off">
        <Choice
          label={t.view}
          value={place.view}
          options={chestViews.map((view) => ({ value: view, label: t.views[view] }))}
          onChange={(view) => setPlace({ ...place, view })}
        />
        <fieldset className={styles['quadrants']}>
          <legend>{t.quadrant}</legend>
          <div className={styles['chest']}>
            {quadrantsSeen(place.view).map((quadrant) => {
              const isSilent = soundsAt(lungSounds, { view: place.view, quadrant }).length === 0
              return (
                <label key={quadrant} data-silent={isSilent}>
                  <input
                    type="radio"
                    name={name}
                    checked={quadrant === place.quadrant}
                    onChange={() => setPlace({ ...place, quadrant })}
                  />
                  <span>
                    {t.quadrants[quadrant]}
                    {isSilent && <small>{t.silent}</small>}
                  </span>
                </label>
              )
            })}
          </div>
          <p className={styles['quiet']}>{t.sides}</p>
        </fieldset>
      </div>
      {(urls.length === 0 ? [null] : urls).map((url, at) => (
        <Player
          key={`${place.view} ${place.quadrant} ${url ?? ''}`}
          url={url}
          place={urls.length > 1 ? t.recording(words(place), at + 1, urls.length) : words(place)}
          files={files}
        />
      ))}
      {unplaced > 0 && <p className={styles['quiet']}>{t.unplaced(unplaced)}</p>}
    </Block>
  )
}
