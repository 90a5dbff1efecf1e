import { ActionIcon } from '@mantine/core'
import { useState, type CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { useConnection, useResource, useSession } from '../../../engine/react'
import { virtualWard } from '../../../data/virtual-ward'
import { identityDisplays, type IdentityDisplay } from '../../../domain/identity/display'
import { formatMoment, formatTime } from '../../../domain/time'
import { defaultHistoryHours } from '../../../domain/virtual-ward/options'
import { inWindow } from '../../../domain/virtual-ward/order'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { notLiveSince, wallPage, wallPages } from '../../../domain/virtual-ward/wall'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { wallTexts as t } from '../../../texts/wall'
import { useEdition } from '../../../ui/edition'
import { EmptyState, ErrorState, PatientRowSkeletons } from '../../../ui/feedback'
import { IconClose } from '../../../ui/layout/icons'
import { paths } from '../../../ui/paths'
import { useNow, useTicked } from '../../../ui/time'
import { IconFullScreen, IconNext, IconPause, IconPlay, IconPrevious } from '../parts/icons'
import { oneOf, useStoredPreference } from '../stored-preference'
import { useAutomaticRefresh } from '../use-automatic-refresh'
import { useFullScreen } from '../use-window'
import { useNightlyReload, useTurns, useWallGrid } from './use-wall-window'
import { useWakeLock } from './use-wake-lock'
import { WallTile } from './WallTile'
import { wallSort } from './wall.view'
import styles from './Wall.module.css'

/** A page is shown so long before the next one, milliseconds. */
const turnMs = 15_000
/** Asked by the clock too, in case nobody tells. */
const refreshMs = 30_000

const readIdentity = oneOf<IdentityDisplay>(identityDisplays, 'initials')

/** The time of day, large. */
function WallClock() {
  const edition = useEdition()
  const time = formatTime(new Date(useNow(1_000)).toISOString(), edition)
  return (
    <time className={styles['clock']} aria-label={t.clock}>
      {time}
    </time>
  )
}

/**
 * In the place of tiles: the shape of what comes, or why there is none. 'Nobody' is said only of an
 * answer that the device holds.
 */
function NoTiles({
  ready,
  asOf,
  failed,
  offline,
  take,
}: {
  readonly ready: boolean
  readonly asOf: number | null
  readonly failed: boolean
  readonly offline: boolean
  readonly take: number
}) {
  const { empty, failed: failedWords } = virtualWardTexts(useEdition())
  if (asOf !== null && ready) return <EmptyState title={empty.title} text={empty.none} />
  if (offline && ready) return <EmptyState title={empty.offlineTitle} text={empty.offline} />
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
 * /virtual-ward?display=wall: the ward for people who look up at it. Who is getting worse first,
 * six to twelve tiles a page, one page after the other; nothing on it acts. It says within 15 s
 * that it is not live, keeps the screen on and says whether it does.
 */
export function WallScreen() {
  const edition = useEdition()
  const { me } = useSession()
  const grid = useWallGrid()
  const screen = useFullScreen()
  const wake = useWakeLock()
  const notLive = useNotLive()
  const offline = useConnection().state === 'offline'
  const [identity, setIdentity] = useStoredPreference('virtual_ward_wall_identity', readIdentity)
  const [pages, setPages] = useState(1)
  const { at, go, paused, setPaused } = useTurns(pages, turnMs)
  const page = wallPage(at, pages)
  const take = grid.columns * grid.rows
  const reading = useResource(virtualWard, {
    take,
    skip: page * take,
    sort: wallSort,
    withCheckupsInLastHours: defaultHistoryHours,
  })
  const { freshness, total } = reading
  useAutomaticRefresh(refreshMs, freshness.checkedAt, reading.refresh)
  useNightlyReload(notLive === null)
  const needed = total === null ? pages : wallPages(total, grid)
  if (needed !== pages) setPages(needed)
  // The next page is read in a moment: until then the one before stands, never a blank wall.
  const [shown, setShown] = useState<readonly VirtualWardPatient[] | null>(null)
  if (reading.ready && reading.rows !== shown) setShown(reading.rows)

  // With a line every pull arranges the rows anew; without one only this clock moves the window on.
  const now = useNow()
  const inTime = offline
    ? (shown?.map((row) => inWindow(row, defaultHistoryHours, now)) ?? [])
    : (shown ?? [])

  const asOf = freshness.asOf === null ? null : formatMoment(freshness.asOf, now, edition)
  const tileWord = notLive === null ? null : t.tileNotLive(asOf ?? notLive.since ?? '')
  return (
    <div className={styles['wall']} data-wall data-live={notLive === null}>
      <header className={styles['head']}>
        <h1>{me?.actingOrganization.name}</h1>
        <p>{total === null ? '' : t.patients(total)}</p>
        <p className={styles['asOf']}>{asOf === null ? t.notYet : t.asOf(asOf)}</p>
        <WallClock />
      </header>
      {notLive !== null && (
        <div className={styles['notLive']} role="alert">
          <strong>{notLive.since === null ? t.neverLive : t.notLive(notLive.since)}</strong>
          <span>{t.notLiveAdvice}</span>
        </div>
      )}
      {shown === null || shown.length === 0 ? (
        <NoTiles
          ready={reading.ready}
          asOf={freshness.asOf}
          failed={reading.problem !== null}
          offline={offline}
          take={take}
        />
      ) : (
        <ol
          className={styles['tiles']}
          style={{ '--columns': grid.columns, '--rows': grid.rows } as CSSProperties}
        >
          {inTime.map((patient) => (
            <WallTile key={patient.id} patient={patient} identity={identity} notLive={tileWord} />
          ))}
        </ol>
      )}
      <footer className={styles['foot']}>
        <p className={styles['state']} data-wake={wake}>
          {t.wake[wake]}
        </p>
        {pages > 1 && (
          <div className={styles['turns']}>
            <ActionIcon aria-label={t.previous} onClick={() => go(-1)}>
              <IconPrevious />
            </ActionIcon>
            <output>{t.page(page + 1, pages)}</output>
            <ActionIcon aria-label={t.next} onClick={() => go(1)}>
              <IconNext />
            </ActionIcon>
            <ActionIcon
              aria-label={paused ? t.resume : t.pause}
              aria-pressed={paused}
              onClick={() => setPaused(!paused)}
            >
              {paused ? <IconPlay /> : <IconPause />}
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
