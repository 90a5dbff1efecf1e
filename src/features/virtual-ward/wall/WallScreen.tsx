import { ActionIcon, Button } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { useConnection, useSession } from '../../../engine/react'
import { identityDisplays, type IdentityDisplay } from '../../../domain/identity/display'
import { isHeldSince, type HeldFrom } from '../../../domain/sync/held'
import { formatMoment, formatTime } from '../../../domain/time'
import { notLiveSince } from '../../../domain/virtual-ward/wall'
import { alarmTexts } from '../../../texts/alarm'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { wallTexts as t } from '../../../texts/wall'
import { useEdition } from '../../../ui/edition'
import { ZoneNote } from '../../../ui/clinical'
import { EmptyState, ErrorState, NotAllHere, PatientRowSkeletons } from '../../../ui/feedback'
import { IconClose } from '../../../ui/layout/icons'
import { paths } from '../../../ui/paths'
import { useNow, useTicked } from '../../../ui/time'
import { IconFullScreen, IconNext, IconPause, IconPlay, IconPrevious } from '../parts/icons'
import { oneOf, useStoredPreference } from '../stored-preference'
import { AlarmLine } from '../alarm/AlarmLine'
import { useAlarmSwitch } from '../alarm/use-alarm-switch'
import { AfterDischarge } from '../parts/AfterDischarge'
import { NobodyReached } from '../parts/NobodyReached'
import { useFullScreen } from '../use-window'
import { useWallPatients } from './use-wall-patients'
import { useLook, useNightlyReload, useWallFit } from './use-wall-window'
import { useWakeLock } from './use-wake-lock'
import { WallTile } from './WallTile'
import { tellApart } from './wall.view'
import styles from './Wall.module.css'

const readIdentity = oneOf<IdentityDisplay>(identityDisplays, 'initials')

function WallClock() {
  const edition = useEdition()
  const time = formatTime(new Date(useNow(1_000)).toISOString(), edition)
  return (
    <time className={styles['clock']} aria-label={t.clock}>
      {time}
    </time>
  )
}

/** Why there are no tiles. 'Nobody' needs an answer that the device holds, and that says so. */
function NoTiles({
  ready,
  heldFrom,
  asOf,
  total,
  failed,
  offline,
  take,
}: {
  readonly ready: boolean
  readonly heldFrom: HeldFrom
  readonly asOf: number | null
  readonly total: number | null
  readonly failed: boolean
  readonly offline: boolean
  readonly take: number
}) {
  const { empty, failed: failedWords } = virtualWardTexts(useEdition())
  if (asOf !== null && ready && total === 0 && isHeldSince(heldFrom))
    return <EmptyState title={empty.title} text={empty.none} />
  if (offline && ready && asOf === null)
    return <EmptyState title={empty.offlineTitle} text={empty.offline} />
  if (failed) return <ErrorState title={failedWords} stillTrue={t.keepsTrying} />
  return <PatientRowSkeletons count={take} />
}

/** Since when the wall is not live, in words; null while it is. Told anew only when it changes. */
const useNotLive = (): { readonly since: string | null } | null => {
  const edition = useEdition()
  const { state, isTold = false, lastContactAt } = useConnection()
  const since = useTicked((now) => {
    const gone = notLiveSince({ isTold, offline: state === 'offline', lastContactAt }, now)
    return gone === null ? null : (gone.at ?? 0)
  }, 1_000)
  const words = useTicked((now) =>
    since === null || since === 0 ? null : formatMoment(since, now, edition),
  )
  return since === null ? null : { since: words }
}

/**
 * /virtual-ward?display=wall: worst first, six to twelve tiles, without actions. Who needs somebody
 * stays; the others turn. It says within 15 s that it is not live, and whether it keeps the screen on.
 */
export function WallScreen() {
  const edition = useEdition()
  const { me } = useSession()
  const { fit, fits, list, look } = useWallFit()
  const screen = useFullScreen()
  const wake = useWakeLock()
  const alarm = useAlarmSwitch()
  const notLive = useNotLive()
  const offline = useConnection().state === 'offline'
  const [identity, setIdentity] = useStoredPreference('virtual_ward_wall_identity', readIdentity)
  const slots = fit.columns * fit.rows
  const { page, pages, shown, total, reading, problem, turns } = useWallPatients(slots, offline)
  useLook(look, shown?.length ?? 0)
  const { freshness } = reading
  useNightlyReload(notLive === null)
  const now = useNow()
  const asOf = freshness.asOf === null ? null : formatMoment(freshness.asOf, now, edition)
  const tileWord = notLive === null ? null : t.tileNotLive(asOf ?? notLive.since ?? '')
  return (
    <div className={styles['wall']} data-wall data-live={notLive === null} data-fits={fits}>
      <header className={styles['head']}>
        <h1>{me?.actingOrganization.name}</h1>
        <p>{total === null ? '' : t.patients(total)}</p>
        <p className={styles['asOf']}>{asOf === null ? t.notYet : t.asOf(asOf)}</p>
        <ZoneNote />
        <WallClock />
      </header>
      {notLive !== null && (
        <div className={styles['notLive']} role="alert">
          <strong>{notLive.since === null ? t.neverLive : t.notLive(notLive.since)}</strong>
          <span>{t.notLiveAdvice}</span>
        </div>
      )}
      {alarm?.isOn === true && <AlarmLine />}
      <NobodyReached />
      <AfterDischarge />
      {freshness.asOf !== null && (
        <NotAllHere of="patients" heldFrom={reading.heldFrom} offline={offline} />
      )}
      {shown === null || shown.length === 0 ? (
        <NoTiles
          ready={reading.ready}
          heldFrom={reading.heldFrom}
          asOf={freshness.asOf}
          total={total}
          failed={problem !== null}
          offline={offline}
          take={slots}
        />
      ) : (
        <ol
          ref={list}
          className={styles['tiles']}
          style={{ '--columns': fit.columns, '--rows': fit.rows, zoom: fit.scale } as CSSProperties}
        >
          {shown.map((patient) => (
            <WallTile
              key={patient.id}
              patient={patient}
              identity={identity}
              {...tellApart(patient, shown)}
              notLive={tileWord}
            />
          ))}
        </ol>
      )}
      <footer className={styles['foot']}>
        <p className={styles['state']} data-wake={wake}>
          {t.wake[wake]}
        </p>
        {pages > 1 && (
          <div className={styles['turns']}>
            <ActionIcon aria-label={t.previous} onClick={() => turns.go(-1)}>
              <IconPrevious />
            </ActionIcon>
            <output>{t.page(page + 1, pages)}</output>
            <ActionIcon aria-label={t.next} onClick={() => turns.go(1)}>
              <IconNext />
            </ActionIcon>
            <ActionIcon
              aria-label={turns.paused ? t.resume : t.pause}
              aria-pressed={turns.paused}
              onClick={() => turns.setPaused(!turns.paused)}
            >
              {turns.paused ? <IconPlay /> : <IconPause />}
            </ActionIcon>
          </div>
        )}
        <label className={styles['identity']}>
          {t.identity}
          <select
            value={identity}
            onChange={(event) => setIdentity(readIdentity(event.target.value))}
          >
            {identityDisplays.map((one) => (
              <option key={one} value={one}>
                {t.identities[one]}
              </option>
            ))}
          </select>
        </label>
        {alarm !== null && (
          <Button size="sm" variant="default" aria-pressed={alarm.isOn} onClick={alarm.toggle}>
            {alarmTexts.sound}
          </Button>
        )}
        {screen !== null && (
          <ActionIcon
            aria-label={screen.on ? t.endFullScreen : t.fullScreen}
            aria-pressed={screen.on}
            onClick={screen.toggle}
          >
            <IconFullScreen />
          </ActionIcon>
        )}
        <ActionIcon component={Link} to={paths.virtualWard()} aria-label={t.leave}>
          <IconClose />
        </ActionIcon>
      </footer>
    </div>
  )
}
