import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../edition'
import { SkipLink } from './AppFrame'
import { IconLeft } from './icons'
import { LogoMark } from './Logo'
import styles from './OffPiste.module.css'

export interface OffPisteProps {
  readonly children: ReactNode
  /** Where Back leads; without it there is only the mark. */
  readonly backTo?: string
  readonly connection?: ReactNode
  readonly banners?: ReactNode
}

/** A page beside the paths of the navigation: the mark, a way back, nothing else (P087). */
export function OffPiste({ children, backTo, connection, banners }: OffPisteProps) {
  const t = useTexts().ui
  return (
    <div className={styles['page']}>
      <SkipLink />
      <header className={styles['bar']}>
        <span className={styles['brand']}>
          <LogoMark />
          {t.brand}
        </span>
        {backTo !== undefined && (
          <Link to={backTo} className={styles['back']}>
            <IconLeft />
            {t.back}
          </Link>
        )}
        <span className={styles['connection']}>{connection}</span>
      </header>
      {banners}
      <main id="main" tabIndex={-1} className={styles['main']}>
        {children}
      </main>
    </div>
  )
}
