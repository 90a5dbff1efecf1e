import type { ReactNode } from 'react'
import { useTexts } from '../edition'
import { SkipLink } from './AppFrame'
import { LogoMark } from './Logo'
import styles from './CentredCard.module.css'

export interface CentredCardProps {
  readonly children: ReactNode
  /** Notices over the card. */
  readonly banners?: ReactNode
  /** Under the card: edition, appearance, legal line. */
  readonly footer?: ReactNode
  readonly wide?: boolean
}

/** Sign-in style pages: one card on the brand ground, with the logo (P088). */
export function CentredCard({ children, banners, footer, wide = false }: CentredCardProps) {
  const t = useTexts().ui
  return (
    <div className={styles['page']}>
      <SkipLink />
      {banners}
      <div className={styles['centre']}>
        <header className={styles['logo']}>
          <LogoMark size={36} />
          {t.brand}
        </header>
        <main id="main" tabIndex={-1} className={styles['card']} data-wide={wide}>
          {children}
        </main>
        {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
      </div>
    </div>
  )
}
