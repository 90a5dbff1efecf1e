import { useRef, useState, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { useTexts } from '../edition'
import { IconClose, IconMenu } from './icons'
import { LogoMark } from './Logo'
import styles from './AppFrame.module.css'

export interface FrameNavItem {
  readonly to: string
  readonly label: string
  /** After the label: how much is there to do. */
  readonly count?: ReactNode
}

export interface AppFrameProps {
  readonly organizationName: string
  readonly nav: readonly FrameNavItem[]
  /** The connection in words: always in sight. */
  readonly connection: ReactNode
  readonly userMenu: ReactNode
  /** Persistent notices, under the bar. */
  readonly banners?: ReactNode
  /** Leaves the bar out (P082). */
  readonly hideAppBar?: boolean
  readonly children: ReactNode
}

/** The link that keyboard users meet first. */
export function SkipLink() {
  const t = useTexts().ui
  return (
    <a
      className={styles['skip']}
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      {t.skipToContent}
    </a>
  )
}

/** The standard page: bar with navigation, organisation, connection and user menu (P086). */
export function AppFrame({
  organizationName,
  nav,
  connection,
  userMenu,
  banners,
  hideAppBar = false,
  children,
}: AppFrameProps) {
  const t = useTexts().ui
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === pathname // going somewhere closes the navigation
  const toggle = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles['frame']} data-bar={!hideAppBar}>
      <SkipLink />
      {!hideAppBar && (
        <header className={styles['bar']}>
          <div className={styles['inner']}>
            <Link
              to="/"
              className={`${styles['brand']} finger`}
              aria-label={`${t.brand}, ${t.home}`}
            >
              <LogoMark />
              <span className={styles['brandName']}>{t.brand}</span>
            </Link>
            {nav.length > 0 && (
              <button
                ref={toggle}
                type="button"
                className={styles['toggle']}
                aria-expanded={open}
                aria-controls="main-navigation"
                aria-label={t.menu}
                onClick={() => setOpenAt(open ? null : pathname)}
              >
                {open ? <IconClose /> : <IconMenu />}
              </button>
            )}
            {/* Escape closes the disclosed navigation. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
            <nav
              id="main-navigation"
              className={styles['nav']}
              aria-label={t.mainNavigation}
              data-open={open}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || !open) return
                setOpenAt(null)
                toggle.current?.focus()
              }}
            >
              {nav.map((item) => (
                <NavLink key={item.to} to={item.to} className={styles['navItem']}>
                  {item.label}
                  {item.count}
                </NavLink>
              ))}
            </nav>
            <span className={styles['organization']} title={organizationName}>
              {organizationName}
            </span>
            <div className={styles['connection']}>{connection}</div>
            <div className={styles['user']}>{userMenu}</div>
          </div>
        </header>
      )}
      {banners}
      <main id="main" tabIndex={-1} className={styles['main']}>
        {children}
      </main>
    </div>
  )
}
